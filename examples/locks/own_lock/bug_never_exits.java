// The archive is left without giving the mutex back.

package locks.own_lock.bug_never_exits;

class Mutex {
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

class Archive {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int files;

    public void add() throws InterruptedException {
        mutex.enter();
//      ^^^^^^^^^^^^^ lock-not-released
        files++;
    }
}

// An interrupted thread gives back what it does not have.

package locks.own_lock.bug_exit_without_enter;

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
        try {
            mutex.enter();
            files++;
        } finally {
            mutex.exit();
//          ^^^^^^^^^^^^ lock-not-held
        }
    }
}

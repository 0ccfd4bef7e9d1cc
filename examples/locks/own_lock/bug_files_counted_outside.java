// The files are counted before the mutex is taken.

package locks.own_lock.bug_files_counted_outside;

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
        files++;
//      ^^^^^ guarded-access
        mutex.enter();
        try {
            files--;
        } finally {
            mutex.exit();
        }
    }
}

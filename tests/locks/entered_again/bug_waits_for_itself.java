// A mutex that is not reentrant is entered again.

package locks.entered_again.bug_waits_for_itself;

class Mutex {
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

class Archive {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int files;

    public void one() throws InterruptedException {
        mutex.enter();
//      ^^^^^^^^^^^^^ self-deadlock
        try {
            files++;
        } finally {
            mutex.exit();
        }
    }

    public void two() throws InterruptedException {
        mutex.enter();
        try {
            one();
        } finally {
            mutex.exit();
        }
    }
}

// A mutex that keeps no owner is entered again by the thread that holds it, which waits for itself.

package locks.behaviour_of_reentry.bug_mutex;

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

    public void add() throws InterruptedException {
        mutex.enter();
        try {
            addOne();
        } finally {
            mutex.exit();
        }
    }

    private void addOne() throws InterruptedException {
        mutex.enter();
//      ^^^^^^^^^^^^^ self-deadlock
        try {
            files++;
        } finally {
            mutex.exit();
        }
    }
}

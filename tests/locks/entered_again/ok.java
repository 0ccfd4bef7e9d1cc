// A mutex that is not reentrant is entered once at a time.

package locks.entered_again.ok;

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
        try {
            files++;
        } finally {
            mutex.exit();
        }
    }

    public void two() throws InterruptedException {
        one();
        one();
    }
}

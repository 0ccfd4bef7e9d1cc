// A lock class of our own: its methods say what they take and what they give back, its users are
// held to it.

package locks.own_lock.ok;

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
        try {
            files++;
        } finally {
            mutex.exit();
        }
    }
}

// A class below that hands on, or adds something else, is the same lock.

package locks.overridden_operations.ok;

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
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}

class Counted extends Mutex {
    private volatile int left;

    @Override
    public void leave() {
        left++;
        super.leave();
    }

    int left() {
        return left;
    }
}

class User {
    private final Mutex mutex;

    User(Mutex mutex) {
        this.mutex = mutex;
    }

    public void use() throws InterruptedException {
        mutex.enter();
        try {
            System.out.println();
        } finally {
            mutex.leave();
        }
    }
}

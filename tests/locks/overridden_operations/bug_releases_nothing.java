// The class below promises to release the mutex, and does not.

package locks.overridden_operations.bug_releases_nothing;

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

class Kept extends Mutex {
//    ^^^^ lock-unknown
    private volatile int left;

    @Override
    public void leave() {
//              ^^^^^ lock-unknown
        left++;
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

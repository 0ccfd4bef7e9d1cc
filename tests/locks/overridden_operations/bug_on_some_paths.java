// The class below releases the mutex on some paths only.

package locks.overridden_operations.bug_on_some_paths;

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
    private volatile boolean isKept;

    @Override
    public void leave() {
//              ^^^^^ lock-unknown
        if (!isKept) {
            super.leave();
//          ^^^^^^^^^^^^^ lock-not-held
        }
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

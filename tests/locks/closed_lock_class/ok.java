// Only the lock class itself changes a lock.

package locks.closed_lock_class.ok;

class Mutex {
    //@ property one: AG(count{m} <= 1)
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

class User {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int uses;

    public void use() throws InterruptedException {
        mutex.enter();
        try {
            uses++;
        } finally {
            mutex.exit();
        }
    }
}

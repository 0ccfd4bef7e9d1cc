// A default method without clauses looks at the mutex only.

package locks.inherited_operations.ok;

interface Door {
    default String sign() {
        return "door";
    }
}

class Mutex implements Door {
    //@ property one: AG(count{m} <= 1)
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

class Counter {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int hits;

    public String hit() throws InterruptedException {
        mutex.enter();
        try {
            hits++;
            return mutex.sign();
        } finally {
            mutex.exit();
        }
    }
}

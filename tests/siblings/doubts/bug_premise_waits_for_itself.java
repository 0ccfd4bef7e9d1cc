// Wrong: enter() waits while the lock is reserved; one() holds the reservation and waits for itself, for ever.

package siblings.doubts.bug_premise_waits_for_itself;

class Lock {
    //@ property one_writer: AG(!(count{w} > 1))
    private boolean reserved;
    private boolean writing;

    //@ acquires u
    public synchronized void reserve() throws InterruptedException {
        while (reserved) {
            wait();
        }
        reserved = true;
    }

    //@ releases u
    public synchronized void unreserve() {
        reserved = false;
        notifyAll();
    }

    //@ acquires w
    public synchronized void enter() throws InterruptedException {
        while (writing || reserved) {
            wait();
        }
        writing = true;
    }

    //@ releases w
    public synchronized void exit() {
        writing = false;
        notifyAll();
    }
}

class Client {
    private final Lock lock = new Lock();

    public void one() throws InterruptedException {
        lock.reserve();
        try {
            lock.enter();
            lock.exit();
        } finally {
            lock.unreserve();
        }
    }
}

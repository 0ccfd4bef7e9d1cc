// Right: u of one lock is held while w of another one is waited for, always in this order.

package siblings.doubts.ok_premise_two_locks;

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
        while (writing) {
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
    private final Lock first = new Lock();
    private final Lock second = new Lock();

    public void one() throws InterruptedException {
        first.reserve();
        try {
            second.enter();
            second.exit();
        } finally {
            first.unreserve();
        }
    }
}

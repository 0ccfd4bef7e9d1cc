// Wrong: one() holds u and waits for w, two() holds w and waits for u: both for ever.

package siblings.doubts.bug_premise_crossed;

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

    public void two() throws InterruptedException {
        lock.enter();
        try {
            lock.reserve();
            lock.unreserve();
        } finally {
            lock.exit();
        }
    }
}

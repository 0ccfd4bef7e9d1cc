// Right: a thread waits for w only after it has given back u.

package siblings.doubts.ok_premise_one_after_the_other;

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
        lock.unreserve();
        lock.enter();
        lock.exit();
    }
}

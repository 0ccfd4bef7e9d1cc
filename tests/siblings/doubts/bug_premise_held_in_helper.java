// Wrong: the mode is held by the caller, the waiting is in a helper, on a way through an interface: one() waits for itself.

package siblings.doubts.bug_premise_held_in_helper;

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

    private void write() throws InterruptedException {
        lock.enter();
        lock.exit();
    }

    public void one() throws InterruptedException {
        lock.reserve();
        try {
            Runnable r = () -> {
                try {
                    write();
                } catch (InterruptedException e) {
                    return;
                }
            };
            r.run();
        } finally {
            lock.unreserve();
        }
    }
}

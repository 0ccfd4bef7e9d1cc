// Right: one thread has reserved, and waits for readers, who leave; nobody who is a reader converts.

package siblings.doubts.ok_premise_converts;

class Lock {
    //@ property one_writer: AG(count{w} <= 1)
    //@ property alone: AG(count{w} > 0 ==> count{r} == 0)
    private int readers;
    private boolean reserved;
    private boolean writing;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    //@ releases r
    public synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires u
    public synchronized void reserve() throws InterruptedException {
        while (reserved || writing) {
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
    //@ releases u
    public synchronized void convert() throws InterruptedException {
        while (readers > 0) {
            wait();
        }
        reserved = false;
        writing = true;
    }

    //@ releases w
    public synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}

class Client {
    private final Lock lock = new Lock();

    public void work() throws InterruptedException {
        lock.reserve();
        try {
            lock.convert();
        } catch (InterruptedException e) {
            lock.unreserve();
            throw e;
        }
        lock.writeExit();
    }
}

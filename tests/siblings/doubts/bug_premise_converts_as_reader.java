// Wrong: work() is a reader, reserves, and converts: convert() waits until there are no readers, one of which is itself. For ever.

package siblings.doubts.bug_premise_converts_as_reader;

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
        lock.readEnter();
        try {
            lock.reserve();
            try {
                lock.convert();
            } catch (InterruptedException e) {
                lock.unreserve();
                throw e;
            }
            lock.writeExit();
        } finally {
            lock.readExit();
        }
    }
}

// Wrong: two readers both call upgrade(): each waits until it is the only reader; neither leaves. For ever.

package siblings.lock_machine.bug_upgraders;

class ReadWrite {
    private int readers;
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

    //@ acquires w
    //@ releases r
    public synchronized void upgrade() throws InterruptedException {
        while (readers > 1 || writing) {
            wait();
        }
        readers--;
        writing = true;
    }

    //@ releases w
    public synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}

class Client {
    private final ReadWrite lock = new ReadWrite();

    public void work() throws InterruptedException {
        lock.readEnter();
        try {
            lock.upgrade();
        } catch (InterruptedException e) {
            lock.readExit();
            throw e;
        }
        lock.writeExit();
    }
}

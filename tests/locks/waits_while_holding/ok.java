// A mode is waited for only by threads that hold no other of the lock.

package locks.waits_while_holding.ok;

class ReadWrite {
    //@ property exclusive: AG(count{w} > 0 ==> count{r} == 0)
    private int readers;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    //@ releases r
    synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires w
    synchronized void writeEnter() throws InterruptedException {
        while (writing || readers > 0) {
            wait();
        }
        writing = true;
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}

class Table {
    private final ReadWrite lock = new ReadWrite();
    //@ needs lock.r | lock.w
    private int rows;

    public void add() throws InterruptedException {
        lock.readEnter();
        int before = rows;
        lock.readExit();
        lock.writeEnter();
        rows = before + 1;
        lock.writeExit();
    }
}

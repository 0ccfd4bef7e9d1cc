// A reader that wants to write waits for itself: the properties say nothing of such threads.

package locks.waits_while_holding.bug_upgrade;

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
        try {
            lock.writeEnter();
//          ^^^^^^^^^^^^^^^^^ lock-premise
            rows++;
            lock.writeExit();
        } finally {
            lock.readExit();
        }
    }
}

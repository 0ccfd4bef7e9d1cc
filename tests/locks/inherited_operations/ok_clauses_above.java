// The interface has the clauses: who reads may read again.

package locks.inherited_operations.ok_clauses_above;

interface ReadWrite {
    //@ acquires r
    void readEnter() throws InterruptedException;

    //@ releases r
    void readExit();

    //@ acquires w
    void writeEnter() throws InterruptedException;

    //@ releases w
    void writeExit();
}

class Plain implements ReadWrite {
    //@ property exclusive: AG(writing ==> readers == 0)
    private boolean writing;
    private int readers;

    @Override
    public synchronized void readEnter() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    @Override
    public synchronized void readExit() {
        readers--;
        notifyAll();
    }

    @Override
    public synchronized void writeEnter() throws InterruptedException {
        while (writing || readers > 0) {
            wait();
        }
        writing = true;
    }

    @Override
    public synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}

class Table {
    private final Plain lock = new Plain();

    public void look() throws InterruptedException {
        lock.readEnter();
        try {
            lock.readEnter();
            lock.readExit();
        } finally {
            lock.readExit();
        }
    }
}

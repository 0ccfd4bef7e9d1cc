// A reader lets the table grow.

package locks.own_read_write_lock.bug_grown_by_a_reader;

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
    public synchronized void writeEnter() throws InterruptedException {
        while (writing || readers > 0) {
            wait();
        }
        writing = true;
    }

    //@ releases w
    public synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}

class Table {
    private final ReadWrite lock = new ReadWrite();
    private int rows;

    //@ needs lock.r | lock.w
    private int rows() {
        return rows;
    }

    //@ needs lock.w
    private void grow() {
        rows++;
    }

    public int size() throws InterruptedException {
        lock.readEnter();
        try {
            grow(); // as a reader
//          ^^^^^^ guarded-access
            return rows();
        } finally {
            lock.readExit();
        }
    }

    public int add() throws InterruptedException {
        lock.writeEnter();
        try {
            grow();
            return rows();
        } finally {
            lock.writeExit();
        }
    }
}

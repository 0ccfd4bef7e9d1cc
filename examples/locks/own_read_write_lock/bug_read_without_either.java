// The size is asked for without any of the two.

package locks.own_read_write_lock.bug_read_without_either;

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
            return rows();
        } finally {
            lock.readExit();
        }
    }

    public boolean isEmpty() {
        return rows() == 0; // neither
//             ^^^^^^ guarded-access
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

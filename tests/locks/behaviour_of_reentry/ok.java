// Readers may enter again: nobody writes while one of them reads, so that they never wait.

package locks.behaviour_of_reentry.ok;

class ReadWrite {
    //@ property exclusive: AG(writing ==> readers == 0)
    //@ property one_writer: AG(!(count{w} > 1))
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

    public int twice() throws InterruptedException {
        lock.readEnter();
        try {
            return rows + once();
        } finally {
            lock.readExit();
        }
    }

    public int once() throws InterruptedException {
        lock.readEnter();
        try {
            return rows;
        } finally {
            lock.readExit();
        }
    }
}

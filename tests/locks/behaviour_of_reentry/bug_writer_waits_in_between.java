// A writer that waits keeps new readers out, also the one for which it waits.

package locks.behaviour_of_reentry.bug_writer_waits_in_between;

class ReadWrite {
    //@ property exclusive: AG(writing ==> readers == 0)
    //@ property one_writer: AG(!(count{w} > 1))
    private int readers;
    private int waiting;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (writing || waiting > 0) {
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
        waiting++;
        try {
            while (writing || readers > 0) {
                wait();
            }
            writing = true;
        } finally {
            waiting--;
            notifyAll();
        }
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
//      ^^^^^^^^^^^^^^^^ lock-premise
        try {
            return rows;
        } finally {
            lock.readExit();
        }
    }
}

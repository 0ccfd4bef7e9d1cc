// A reader that wants to write waits for itself, whether or not the lock has properties.

package locks.behaviour_of_reentry.bug_upgrade;

class ReadWrite {
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
//          ^^^^^^^^^^^^^^^^^ self-deadlock
            rows++;
            lock.writeExit();
        } finally {
            lock.readExit();
        }
    }
}

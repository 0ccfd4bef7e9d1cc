// Several threads write at once, each with the mode of the readers.

package locks.modes_of_locks.bug_written_with_the_readers_mode;

import net.jcip.annotations.GuardedBy;

class ReadWrite {
    private int readers;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (writing) wait();
        readers++;
    }

    //@ releases r
    synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires w
    synchronized void writeEnter() throws InterruptedException {
        while (writing || readers > 0) wait();
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
    @GuardedBy("lock") private int rows;

    public void set() throws InterruptedException {
        lock.readEnter();
        rows = 1;
//      ^^^^ lock-unknown
        lock.readExit();
    }

    public int get() throws InterruptedException {
        lock.readEnter();
        int found = rows;
        lock.readExit();
        return found;
    }

    public void clear() throws InterruptedException {
        lock.writeEnter();
        rows = 0;
        lock.writeExit();
    }
}

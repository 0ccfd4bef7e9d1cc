// The writer that leaves makes room for a reader that never was there.

package locks.behaviour.read_write_lock.bug_writer_leaves_as_a_reader;

class ReadWriteLock {
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property never_negative: AG(nR >= 0)
//                               ^^^^^^^^^^^ lock-property
    private boolean busy;
    private int nR;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        while (busy) {
            wait();
        }
        nR++;
        notifyAll();
    }

    //@ releases r
    public synchronized void readExit() {
        nR--;
        notifyAll();
    }

    //@ acquires w
    public synchronized void writeEnter() throws InterruptedException {
        while (busy || nR > 0) {
            wait();
        }
        busy = true;
        notifyAll();
    }

    //@ releases w
    public synchronized void writeExit() {
        busy = false;
        nR = -1;
        notifyAll();
    }
}

// The exit of the writer does not open the lock.

package locks.behaviour.read_write_lock.bug_writer_never_leaves;

class ReadWriteLock {
//    ^^^^^^^^^^^^^ lock-deadlock
    //@ property no_reader_with_writer: AG(busy ==> nR == 0)
    //@ property one_writer: AG(!(count{w} > 1))
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
        notifyAll();
    }
}

// The first reader that leaves clears the count.

package locks.behaviour.read_write_lock.bug_all_readers_leave_at_once;

class ReadWriteLock {
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property no_reader_beside_writer: AG(count{w} > 0 ==> count{r} == 0)
//                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property first_step: AX(nR <= 1)
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
        nR = 0;
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
        notifyAll();
    }
}

// The number of readers is set, not raised: the second reader is lost.

package locks.behaviour.read_write_lock.bug_lost_reader;

class ReadWriteLock {
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property writer_known: AG(busy <==> count{w} == 1)
    //@ property readers_counted: AG(nR == count{r})
//                                ^^^^^^^^^^^^^^^^^^ lock-property
    //@ property first_step: AX(nR <= 1)
    private boolean busy;
    private int nR;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        while (busy) {
            wait();
        }
        nR = 1;
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
        notifyAll();
    }
}

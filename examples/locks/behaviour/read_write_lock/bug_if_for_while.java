// A reader that wakes up does not look again.

package locks.behaviour.read_write_lock.bug_if_for_while;

class ReadWriteLock {
    //@ property no_reader_with_writer: AG(busy ==> nR == 0)
//                                      ^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property readers_counted: AG(nR == count{r})
    //@ property never_negative: AG(nR >= 0)
    private boolean busy;
    private int nR;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        if (busy) {
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
        notifyAll();
    }
}

// The guard of the readers is missing.

package locks.behaviour.read_write_lock.bug_reader_ignores_the_writer;

class ReadWriteLock {
    //@ property no_reader_with_writer: AG(busy ==> nR == 0)
//                                      ^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property readers_counted: AG(nR == count{r})
    private boolean busy;
    private int nR;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
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

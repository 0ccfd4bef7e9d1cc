// The writer looks for other writers only.

package locks.behaviour.read_write_lock.bug_writer_among_readers;

class ReadWriteLock {
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property no_reader_beside_writer: AG(count{w} > 0 ==> count{r} == 0)
//                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property readers_counted: AG(nR == count{r})
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
        while (busy) { // and the readers?
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

// The writer waits only if there are both readers and a writer.

package locks.behaviour.read_write_lock.bug_and_for_or;

class ReadWriteLock {
    //@ property readers_counted: AG(nR == count{r})
    //@ property one_writer: AG(!(count{w} > 1))
//                           ^^^^^^^^^^^^^^^^^^^ lock-property
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
        while (busy && nR > 0) {
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

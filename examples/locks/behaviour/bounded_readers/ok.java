// At most four readers at a time, or one writer.

package locks.behaviour.bounded_readers.ok;

class FewReaders {
    //@ property few: AG(nR <= 4)
    //@ property counted: AG(count{r} == nR)
    //@ property exclusive: AG(!(count{w} > 0 && count{r} > 0))
    //@ property one_writer: AG(count{w} <= 1)
    private int nR;
    private boolean busy;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        while (busy || nR >= 4) {
            wait();
        }
        nR = nR + 1;
    }

    //@ releases r
    public synchronized void readExit() {
        nR = nR - 1;
        notifyAll();
    }

    //@ acquires w
    public synchronized void writeEnter() throws InterruptedException {
        while (busy || nR != 0) {
            wait();
        }
        busy = true;
    }

    //@ releases w
    public synchronized void writeExit() {
        busy = false;
        notifyAll();
    }
}

// A writer that stays for ever is not excluded by the lock.

package locks.behaviour.read_write_lock.bug_liveness_without_fairness;

class ReadWriteLock {
    //@ property no_reader_with_writer: AG(busy ==> nR == 0)
    //@ property one_writer: AG(!(count{w} > 1))
    //@ property no_reader_beside_writer: AG(count{w} > 0 ==> count{r} == 0)
    //@ property readers_counted: AG(nR == count{r})
    //@ property writer_known: AG(busy <==> count{w} == 1)
    //@ property never_negative: AG(nR >= 0)
    //@ property readers_keep_writers_out: AG(nR > 0 ==> !busy && count{w} == 0)
    //@ property writer_stays_alone: AG(busy ==> AX(nR == 0))
    //@ property readers_leave_one_by_one: AG(nR == 2 ==> AX(nR >= 1))
    //@ property first_step: AX(nR <= 1)
    //@ property nobody_until_somebody: AW(nR == 0 && !busy, count{r} + count{w} == 1)
    //@ property writer_leaves: AG(busy ==> AF(!busy))
//                              ^^^^^^^^^^^^^^^^^^^^^^ lock-property
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
        notifyAll();
    }
}

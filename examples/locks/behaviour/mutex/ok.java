// The simplest lock in the form of a monitor.

package locks.behaviour.mutex.ok;

class Mutex {
    //@ property exclusive: AG(!(count{m} > 1))
    //@ property owner_known: AG(busy <==> count{m} == 1)
    //@ property free_means_nobody: AG(!busy ==> count{m} == 0)
    //@ property first_step: AX(busy ==> count{m} == 1)
    //@ property free_until_taken: AW(!busy, count{m} == 1)
    //@ property stays_or_leaves: AG(busy ==> AX(busy || count{m} == 0))
    //@ property leaves: AG(busy ==> AF(!busy)) under fair releases
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

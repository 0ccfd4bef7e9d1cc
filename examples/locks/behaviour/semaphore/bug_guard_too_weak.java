// The last permit is given away twice.

package locks.behaviour.semaphore.bug_guard_too_weak;

class Permits {
    //@ property at_most_three: AG(count{p} <= 3)
//                              ^^^^^^^^^^^^^^^^^ lock-property
    //@ property none_lost: AG(free + count{p} == 3)
    private int free = 3;

    //@ acquires p
    public synchronized void take() throws InterruptedException {
        while (free < 0) {
            wait();
        }
        free--;
    }

    //@ releases p
    public synchronized void give() {
        free++;
        notifyAll();
    }
}

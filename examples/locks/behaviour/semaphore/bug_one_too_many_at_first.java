// There are four permits at first.

package locks.behaviour.semaphore.bug_one_too_many_at_first;

class Permits {
    //@ property at_most_three: AG(count{p} <= 3)
//                              ^^^^^^^^^^^^^^^^^ lock-property
    //@ property never_negative: AG(free >= 0)
    private int free = 4;

    //@ acquires p
    public synchronized void take() throws InterruptedException {
        while (free == 0) {
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

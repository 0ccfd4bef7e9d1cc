// The permit is not counted back but set.

package locks.behaviour.semaphore.bug_one_lost;

class Permits {
    //@ property none_lost: AG(free + count{p} == 3)
//                          ^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property never_negative: AG(free >= 0)
    private int free = 3;

    //@ acquires p
    public synchronized void take() throws InterruptedException {
        while (free == 0) {
            wait();
        }
        free--;
    }

    //@ releases p
    public synchronized void give() {
        free = 1;
        notifyAll();
    }
}

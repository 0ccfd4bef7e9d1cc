// Each thread gives back two permits.

package locks.behaviour.semaphore.bug_two_given_back;

class Permits {
    //@ property at_most_three: AG(count{p} <= 3)
//                              ^^^^^^^^^^^^^^^^^ lock-property
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
        free += 2;
        notifyAll();
    }
}

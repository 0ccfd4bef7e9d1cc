// Two threads are woken in one step.

package locks.behaviour_of_waking.bug_two_at_once;

class Pair {
    //@ property two: AG(count{p} <= 2)
    private int free = 2;

    //@ acquires p
    synchronized void take() throws InterruptedException {
        while (free < 1) {
            wait();
        }
        free--;
    }

    //@ releases p
    synchronized void give() {
        free++;
        notify();
        notify();
//      ^^^^^^^^ unsupported
    }
}

// The sum of two numbers of the text leaves its type.

package locks.behaviour_of_overflow.bug_past_the_end_in_one_step;

class Mutex {
    //@ property not_negative: AG(level >= 0)
    private boolean busy;
    private int level;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        level = Integer.MAX_VALUE;
        level = level + 1;
//      ^^^^^^^^^^^^^^^^^ unsupported
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        level = 0;
        notifyAll();
    }
}

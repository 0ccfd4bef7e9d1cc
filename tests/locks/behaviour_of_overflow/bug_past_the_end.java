// The number after the largest one is the smallest.

package locks.behaviour_of_overflow.bug_past_the_end;

class Mutex {
    //@ property not_negative: AG(level >= 0)
//                             ^^^^^^^^^^^^^^ lock-property
    private boolean busy;
    private int level = Integer.MAX_VALUE;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        level++;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        level = Integer.MAX_VALUE;
        notifyAll();
    }
}

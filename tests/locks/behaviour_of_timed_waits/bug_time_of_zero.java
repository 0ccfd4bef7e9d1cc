// A time of zero is none: somebody has to wake those who wait.

package locks.behaviour_of_timed_waits.bug_time_of_zero;

class Mutex {
    //@ property one: AG(!(count{m} > 1))
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait(0);
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
//                    ^^^^ missing-notify
        busy = false;
    }
}

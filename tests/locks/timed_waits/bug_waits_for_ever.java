// Nobody wakes the thread that waits.

package locks.timed_waits.bug_waits_for_ever;

class Patient {
    //@ property one: AG(!(count{m} > 1))
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
//                    ^^^^^^ missing-notify
        busy = false;
    }
}

// A number that grows for ever is negative some day.

package locks.behaviour_of_overflow.bug_grows_for_ever;

class Mutex {
    //@ property never_negative: AG(served >= 0)
//                               ^^^^^^^^^^^^^^^ lock-unknown
    private boolean busy;
    private int served;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        served++;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

// A thread does not wake itself: the one that waits last sleeps for ever.

package locks.behaviour_of_waking.bug_wakes_the_others_only;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            notifyAll();
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
//                    ^^^^ missing-notify
        busy = false;
    }
}

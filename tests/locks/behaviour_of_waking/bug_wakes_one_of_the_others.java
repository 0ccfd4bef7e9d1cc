// A thread does not wake itself, with notify() neither.

package locks.behaviour_of_waking.bug_wakes_one_of_the_others;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            notify();
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

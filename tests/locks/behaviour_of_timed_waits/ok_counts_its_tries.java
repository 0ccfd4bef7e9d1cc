// How often somebody has looked makes no difference to the mutex.

package locks.behaviour_of_timed_waits.ok_counts_its_tries;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private int tries;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait(100);
            tries++;
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
    }
}

// Counting how often it has looked does not help if the mutex is never free.

package locks.behaviour_of_timed_waits.bug_counts_its_tries;

class Mutex {
//    ^^^^^ lock-deadlock
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
        busy = true;
    }
}

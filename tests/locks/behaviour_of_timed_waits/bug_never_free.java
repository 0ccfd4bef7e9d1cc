// Looking again does not help if the mutex is never free.

package locks.behaviour_of_timed_waits.bug_never_free;

class Mutex {
//    ^^^^^ lock-deadlock
    //@ property one: AG(!(count{m} > 1))
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait(100);
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = true;
    }
}

// Threads that wait wake each other, and the mutex is never free.

package locks.behaviour_of_coming_out.bug_wake_each_other_for_nothing;

class Mutex {
//    ^^^^^ lock-deadlock
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
        notify();
    }
}

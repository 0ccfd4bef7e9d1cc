// Threads that wait wake each other, and the mutex comes free.

package locks.behaviour_of_coming_out.ok_wake_each_other;

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
        busy = false;
        notify();
    }
}

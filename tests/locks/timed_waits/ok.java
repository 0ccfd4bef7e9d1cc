// A thread that waits for a while only needs nobody who wakes it.

package locks.timed_waits.ok;

class Patient {
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
        busy = false;
    }
}

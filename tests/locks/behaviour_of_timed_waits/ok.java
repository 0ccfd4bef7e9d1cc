// Who waits for a time looks again by himself; nobody needs to wake him.

package locks.behaviour_of_timed_waits.ok;

class Mutex {
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

// Whatever becomes of a number that grows for ever, the mutex does not depend on it.

package locks.behaviour_of_overflow.ok;

class Mutex {
    //@ property one: AG(count{m} <= 1)
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

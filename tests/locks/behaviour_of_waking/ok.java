// Whoever has to wait wakes the others first, and sleeps then; whoever leaves wakes all.

package locks.behaviour_of_waking.ok;

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
        busy = false;
        notifyAll();
    }
}

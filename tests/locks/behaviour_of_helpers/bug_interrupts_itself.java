// A thread that interrupts itself does not sleep any more, and keeps the monitor.

package locks.behaviour_of_helpers.bug_interrupts_itself;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

    //@ acquires m
    synchronized void enter() {
        while (busy) {
            try {
                wait();
//              ^^^^^^ unsupported
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

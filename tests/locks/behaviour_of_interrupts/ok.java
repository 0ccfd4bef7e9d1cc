// The mutex is handed to those who wait. If nobody takes it, because the one who waited was interrupted, the next one does.

package locks.behaviour_of_interrupts.ok;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private boolean given;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        if (busy) {
            waiting++;
            try {
                while (!given) {
                    wait();
                }
            } finally {
                waiting--;
            }
            given = false;
        } else {
            busy = true;
        }
    }

    //@ releases m
    synchronized void exit() {
        if (waiting > 0) {
            given = true;
            notify();
        } else {
            busy = false;
        }
    }
}

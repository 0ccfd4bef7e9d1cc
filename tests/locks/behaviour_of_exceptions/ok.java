// One thread may wait; others are sent away.

package locks.behaviour_of_exceptions.ok;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    //@ property short_queue: AG(waiting <= 1)
    private boolean busy;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        if (waiting >= 1) {
            throw new IllegalStateException("too many wait");
        }
        waiting++;
        try {
            while (busy) {
                wait();
            }
        } finally {
            waiting--;
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        if (!busy) {
            throw new IllegalStateException();
        }
        busy = false;
        notifyAll();
    }
}

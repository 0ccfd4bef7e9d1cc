// Who is sent away stays in the count.

package locks.behaviour_of_exceptions.bug_sent_away_but_counted;

class Mutex {
    //@ property short_queue: AG(waiting <= 2)
//                            ^^^^^^^^^^^^^^^^ lock-property
    private boolean busy;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        waiting++;
        if (waiting > 1) {
            throw new IllegalStateException("too many wait");
        }
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
        busy = false;
        notifyAll();
    }
}

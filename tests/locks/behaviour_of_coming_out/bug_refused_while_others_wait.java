// Nobody comes out while another waits to come in.

package locks.behaviour_of_coming_out.bug_refused_while_others_wait;

class Mutex {
//    ^^^^^ lock-deadlock
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        waiting++;
        try {
            while (busy) {
                wait();
            }
            busy = true;
        } finally {
            waiting--;
        }
    }

    //@ releases m
    synchronized boolean exit() {
        if (waiting > 0) {
            return false;
        }
        busy = false;
        notifyAll();
        return true;
    }
}

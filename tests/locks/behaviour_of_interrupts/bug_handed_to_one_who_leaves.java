// The mutex is handed to one who has been interrupted and only waits for the monitor to leave; those who come later wait.

package locks.behaviour_of_interrupts.bug_handed_to_one_who_leaves;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private boolean given;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
//                    ^^^^^ missing-notify
        if (busy) {
            waiting++;
            try {
                do {
                    wait();
                } while (!given);
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

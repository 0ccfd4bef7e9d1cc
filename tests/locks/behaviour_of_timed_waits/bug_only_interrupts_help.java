// Nobody opens the gate; that a thread might be interrupted is no way to go on.

package locks.behaviour_of_timed_waits.bug_only_interrupts_help;

class Gate {
//    ^^^^ lock-deadlock
    //@ property none: AG(n == 0)
    private boolean open;
    private int n;

    //@ acquires m
    synchronized void enter() {
        while (!open) {
            try {
                wait(10);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    //@ releases m
    synchronized void exit() {
        notifyAll();
    }
}

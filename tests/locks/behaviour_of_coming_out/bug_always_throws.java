// Who has entered is sent away from the exit.

package locks.behaviour_of_coming_out.bug_always_throws;

class Mutex {
//    ^^^^^ lock-deadlock
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        if (busy) {
            throw new IllegalStateException();
        }
        busy = false;
        notifyAll();
    }
}

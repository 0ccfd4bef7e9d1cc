// Who has not entered is sent away; everybody else comes out.

package locks.behaviour_of_coming_out.ok;

class Mutex {
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
        if (!busy) {
            throw new IllegalStateException();
        }
        busy = false;
        notifyAll();
    }
}

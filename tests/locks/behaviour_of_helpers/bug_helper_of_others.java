// Whoever looks at the lock opens it.

package locks.behaviour_of_helpers.bug_helper_of_others;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

    private void open() {
        busy = false;
//      ^^^^^^^^^^^^ unsupported
        notifyAll();
    }

    public synchronized boolean isFree() {
        open();
        return true;
    }

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        open();
    }
}

// Whoever makes a subclass may open the lock.

package locks.closed_lock_class.bug_field_that_others_reach;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    protected boolean busy;
//                    ^^^^ unsupported

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

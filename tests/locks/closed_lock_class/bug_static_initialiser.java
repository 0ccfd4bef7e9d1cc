// One lock is never free.

package locks.closed_lock_class.bug_static_initialiser;

class Mutex {
    //@ property one: AG(busy ==> count{m} == 1)
    private boolean busy;

    static final Mutex FIRST = new Mutex();

    static {
        FIRST.busy = true;
//      ^^^^^^^^^^^^^^^^^ unsupported
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
        busy = false;
        notifyAll();
    }
}

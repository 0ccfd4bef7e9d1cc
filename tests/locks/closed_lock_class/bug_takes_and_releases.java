// Who calls `reset` holds nothing before and nothing after, and frees the mutex of another.

package locks.closed_lock_class.bug_takes_and_releases;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;

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
        notify();
    }

    //@ acquires m
//  ^^^^^^^^^^^^ lock-annotation
    //@ releases m
    public synchronized void reset() {
//                           ^^^^^ unsupported
        busy = false;
        notifyAll();
    }
}

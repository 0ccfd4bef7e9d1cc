// The subclass lets everybody in.

package locks.closed_lock_class.bug_subclass;

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
        notifyAll();
    }
}

class Open extends Mutex {
//    ^^^^ unsupported
    @Override
    public synchronized void enter() {
//  ^^^^^ lock-unknown
    }
}

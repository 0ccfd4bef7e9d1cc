// The wake-up for a thread that waits in the lock may go to a thread that waits here.

package locks.closed_lock_class.bug_monitor_used_by_others;

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
}

class User {
    public void rest(Mutex mutex) throws InterruptedException {
        synchronized (mutex) {
//                    ^^^^^ unsupported
            mutex.wait();
        }
    }
}

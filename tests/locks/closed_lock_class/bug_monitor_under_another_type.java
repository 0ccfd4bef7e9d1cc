// The wake-up for a thread that waits in the lock may go to a thread that waits here, whatever it calls it.

package locks.closed_lock_class.bug_monitor_under_another_type;

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
    private static final Mutex MUTEX = new Mutex();
    private final Object own = new Object();

    public void rest() throws InterruptedException {
        Object bed = MUTEX;
        synchronized (own) {
            own.notifyAll();
        }
        synchronized (bed) {
//                    ^^^ unsupported
            bed.wait();
        }
    }
}

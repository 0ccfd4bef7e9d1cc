// A helper asks whether its caller holds the monitor.

package locks.ask_the_lock.bug_asked_in_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object monitor = new Object();

    private boolean isMine() {
        return Thread.holdsLock(monitor);
    }

    public void add() {
        synchronized (monitor) {
            if (isMine()) {
                lock.lock();
//              ^^^^^^^^^^^ lock-not-released
            }
        }
    }
}

// Only code that never runs gives the lock back.

package locks.helpers.bug_called_by_dead_code;

import java.util.concurrent.locks.ReentrantLock;

class Door {
    private final ReentrantLock lock = new ReentrantLock();

    public void open() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
    }

    private void unused() {
        open();
        lock.unlock();
    }
}

// Assertions may be switched off: then nobody gives the lock back.

package locks.assertions.bug_not_released;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    private boolean leave() {
        lock.unlock();
        return true;
    }

    public void add() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            count++;
        } finally {
            assert leave();
        }
    }
}

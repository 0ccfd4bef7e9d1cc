// Assertions may be switched off: then nobody takes the lock.

package locks.assertions.bug_not_taken;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    private boolean enter() {
        lock.lock();
        return true;
    }

    public void add() {
        assert enter();
        try {
            count++;
//          ^^^^^ guarded-access
        } finally {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

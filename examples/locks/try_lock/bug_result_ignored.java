// The answer of tryLock is thrown away.

package locks.try_lock.bug_result_ignored;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Statistics {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int hits;
    private volatile int missed;

    public void hit() {
        if (lock.tryLock()) {
            try {
                hits++;
            } finally {
                lock.unlock();
            }
        } else {
            missed = 1;
        }
    }

    public int hits() {
        lock.tryLock();
        lock.unlock(); // perhaps not taken
//      ^^^^^^^^^^^^^ lock-not-held
        return 0;
    }
}

// The thread that was let in does not release the lock.

package locks.try_lock.bug_kept;

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
        boolean taken = lock.tryLock();
//                      ^^^^^^^^^^^^^^ lock-not-released
        return taken ? hits : -1;
    }
}

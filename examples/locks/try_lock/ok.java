// Whoever is refused does not touch what the lock protects, and does not release it.

package locks.try_lock.ok;

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
        int result = taken ? hits : -1;
        if (taken) {
            lock.unlock();
        }
        return result;
    }
}

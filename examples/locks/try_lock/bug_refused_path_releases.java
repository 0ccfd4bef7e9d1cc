// The release stands behind both branches.

package locks.try_lock.bug_refused_path_releases;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Statistics {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int hits;
    private volatile int missed;

    public void hit() {
        try {
            if (lock.tryLock()) {
                hits++;
            }
        } finally {
            lock.unlock(); // also when refused
//          ^^^^^^^^^^^^^ lock-not-held
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

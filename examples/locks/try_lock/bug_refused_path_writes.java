// The refused thread counts as well.

package locks.try_lock.bug_refused_path_writes;

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
            hits = 1; // refused
//          ^^^^ guarded-access
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

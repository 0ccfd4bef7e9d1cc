// The write lock is released without the read lock, and the value read anyway.

package locks.downgrade.bug_no_downgrade;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Settings {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int version;

    public int bump() {
        lock.writeLock().lock();
        try {
            version++;
        } finally {
            lock.writeLock().unlock();
        }
        return version;
//             ^^^^^^^ guarded-access
    }
}

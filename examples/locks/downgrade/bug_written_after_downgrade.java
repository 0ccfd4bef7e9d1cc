// The version changes once more when only the read lock is left.

package locks.downgrade.bug_written_after_downgrade;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Settings {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int version;

    public int bump() {
        lock.writeLock().lock();
        try {
            version++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            version = version * 2;
//          ^^^^^^^ guarded-access
            return version;
        } finally {
            lock.readLock().unlock();
        }
    }
}

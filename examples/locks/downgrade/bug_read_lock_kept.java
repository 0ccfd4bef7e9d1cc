// After the downgrade nobody releases the read lock.

package locks.downgrade.bug_read_lock_kept;

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
//          ^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        } finally {
            lock.writeLock().unlock();
        }
        return version;
    }
}

// A reader that waits for the write lock waits for itself.

package locks.upgrade.bug_upgrade;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private Object value;

    public Object get() {
        lock.readLock().lock();
        try {
            if (value != null) {
                return value;
            }
            lock.writeLock().lock();
//          ^^^^^^^^^^^^^^^^^^^^^^^ self-deadlock
            try {
                value = new Object();
                return value;
            } finally {
                lock.writeLock().unlock();
            }
        } finally {
            lock.readLock().unlock();
        }
    }
}

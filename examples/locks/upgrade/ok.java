// The reader leaves before it comes back as a writer, and looks again.

package locks.upgrade.ok;

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
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            if (value == null) {
                value = new Object();
            }
            return value;
        } finally {
            lock.writeLock().unlock();
        }
    }
}

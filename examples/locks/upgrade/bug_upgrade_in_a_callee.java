// The method that fills the cache takes the write lock, and its caller reads.

package locks.upgrade.bug_upgrade_in_a_callee;

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
            fill();
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    private Object fill() {
        lock.writeLock().lock();
//      ^^^^^^^^^^^^^^^^^^^^^^^ self-deadlock
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

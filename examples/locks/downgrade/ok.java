// A writer may take the read lock and give up the write lock: nobody can write in between.

package locks.downgrade.ok;

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
            return version;
        } finally {
            lock.readLock().unlock();
        }
    }
}

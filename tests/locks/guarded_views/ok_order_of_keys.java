// Keys in the order in which they came; keys in the order of their use, with the lock of who writes.

package locks.guarded_views.ok_order_of_keys;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, String> values = new LinkedHashMap<>(16, 0.75f, false);
    @GuardedBy("lock") private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);

    public String get(String key) {
        lock.readLock().lock();
        try {
            return values.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    public int size() {
        lock.readLock().lock();
        try {
            return values.size() + recent.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    public String use(String key) {
        lock.writeLock().lock();
        try {
            return recent.get(key);
        } finally {
            lock.writeLock().unlock();
        }
    }
}

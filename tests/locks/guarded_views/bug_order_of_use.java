// Whoever looks something up changes the order of the keys.

package locks.guarded_views.bug_order_of_use;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, String> values = new LinkedHashMap<>(16, 0.75f, true);

    public String get(String key) {
        lock.readLock().lock();
        try {
            return values.get(key);
//                 ^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}

// Whoever asks a map with weak keys takes out those that have gone.

package locks.guarded_views.bug_keys_that_go;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<Object, String> values = new WeakHashMap<>();

    public int size() {
        lock.readLock().lock();
        try {
            return values.size();
//                 ^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}

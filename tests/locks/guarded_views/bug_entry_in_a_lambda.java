// A reader changes the map, through the entries that a function gets.

package locks.guarded_views.bug_entry_in_a_lambda;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Ages {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, Integer> ages = new HashMap<>();

    public void reset() {
        lock.readLock().lock();
        try {
            ages.entrySet().forEach(entry -> entry.setValue(0));
//                                           ^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}

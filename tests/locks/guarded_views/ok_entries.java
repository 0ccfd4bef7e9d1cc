// Entries are changed by who writes, and asked by who reads; an entry in a list is not a part of the list.

package locks.guarded_views.ok_entries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Ages {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, Integer> ages = new HashMap<>();
    @GuardedBy("this") private final List<Map.Entry<String, Integer>> pending = new ArrayList<>();

    public void reset() {
        lock.writeLock().lock();
        try {
            ages.entrySet().forEach(entry -> entry.setValue(0));
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int sum() {
        int[] sum = new int[1];
        lock.readLock().lock();
        try {
            ages.entrySet().forEach(entry -> sum[0] += entry.getValue());
        } finally {
            lock.readLock().unlock();
        }
        return sum[0];
    }

    public int next() {
        Map.Entry<String, Integer> entry;
        synchronized (this) {
            entry = pending.isEmpty() ? null : pending.remove(0);
        }
        return entry == null ? 0 : entry.getValue();
    }
}

// Objects inside of a guarded map are changed with the lock of the map.

package locks.guarded_map.ok;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Entry {
    //@ needs Scores.lock
    int points;
}

class Scores {
    private static final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final Map<String, Entry> entries = new HashMap<>();

    public void score(String player, int points) {
        lock.lock();
        try {
            Entry entry = entries.get(player);
            if (entry == null) {
                entry = new Entry();
                entries.put(player, entry);
            }
            entry.points += points;
        } finally {
            lock.unlock();
        }
    }
}

// The entry is found with the lock and changed without it.

package locks.guarded_map.bug_entry_changed_outside;

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
        Entry entry;
        lock.lock();
        try {
            entry = entries.get(player);
        } finally {
            lock.unlock();
        }
        if (entry != null) {
            entry.points = points;
//          ^^^^^^^^^^^^ guarded-access
        }
    }
}

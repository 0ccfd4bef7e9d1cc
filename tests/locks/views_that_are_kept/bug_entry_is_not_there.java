// An empty map has no first entry: the monitor is a lock, and the exception leaves with it.

package locks.views_that_are_kept.bug_entry_is_not_there;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jcip.annotations.GuardedBy;

class Log {
    private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
    @GuardedBy("lock") private final TreeMap<String, Integer> counts = new TreeMap<>();

    public int first() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        Map.Entry<String, Integer> entry = counts.firstEntry();
        int first = entry.getValue();
        lock.unlock();
        return first;
    }
}

// A helper hands the list to its caller, who uses it without the lock.

package locks.guarded_content.bug_returned_by_a_helper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.GuardedBy;

class Log {
    private final Object lock = new Object();
    @GuardedBy("lock") private List<String> lines = new ArrayList<>();
    @GuardedBy("lock") private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Object> all = new HashMap<>();

    public void clear() {
        synchronized (lock) {
            lines = new ArrayList<>();
        }
    }

    public void add(String line) {
        lines().add(line);
//      ^^^^^^^^^^^^^^^^^ guarded-access
    }

    private List<String> lines() {
        synchronized (lock) {
            return lines;
        }
    }
}

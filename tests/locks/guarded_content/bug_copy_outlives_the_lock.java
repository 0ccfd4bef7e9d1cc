// A copy of the reference is used without the lock.

package locks.guarded_content.bug_copy_outlives_the_lock;

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
        List<String> to;
        synchronized (lock) {
            to = lines;
        }
        to.add(line);
//      ^^^^^^^^^^^^ guarded-access
    }
}

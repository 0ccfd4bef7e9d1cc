// The field gets another list in a later section: another thread may have the old one, too.

package locks.guarded_content.bug_taken_out_too_late;

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

    public void flush() {
        List<String> old;
        synchronized (lock) {
            old = lines;
        }
        synchronized (lock) {
            lines = new ArrayList<>();
        }
        old.add("end");
//      ^^^^^^^^^^^^^^ guarded-access
    }
}

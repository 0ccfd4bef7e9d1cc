// What a guarded field holds is used with the lock, or taken out of the field first.

package locks.guarded_content.ok;

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

    public int flush() {
        List<String> old;
        synchronized (lock) {
            old = lines;
            lines = new ArrayList<>();
        }
        old.add("end");
        return old.size();
    }

    public void add(String line) {
        synchronized (lock) {
            append(lines, line);
            append(lines(), line);
        }
    }

    private static void append(List<String> to, String line) {
        to.add(line);
    }

    private List<String> lines() {
        return lines;
    }
}

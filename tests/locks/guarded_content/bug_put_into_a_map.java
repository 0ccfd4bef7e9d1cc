// The map is put into another one, which nothing guards.

package locks.guarded_content.bug_put_into_a_map;

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

    public void share() {
        synchronized (lock) {
            all.put("counts", counts);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        }
    }
}

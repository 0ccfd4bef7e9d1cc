// A helper keeps the list in a field that nothing guards.

package locks.guarded_content.bug_helper_keeps_it;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.GuardedBy;

class Log {
    private final Object lock = new Object();
    @GuardedBy("lock") private List<String> lines = new ArrayList<>();
//                                          ^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    @GuardedBy("lock") private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Object> all = new HashMap<>();

    public void clear() {
        synchronized (lock) {
            lines = new ArrayList<>();
//          ^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        }
    }

    private List<String> kept;

    public void keep() {
        synchronized (lock) {
            store(lines);
        }
    }

    private void store(List<String> list) {
        kept = list;
//      ^^^^^^^^^^^ guarded-access
    }
}

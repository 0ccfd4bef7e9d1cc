// Who reads through a wrapper takes the monitor of what is inside.

package locks.order_of_library_monitors.bug_unmodifiable;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

class Table {
    private final Map<String, String> rows = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, String> seen = Collections.unmodifiableMap(rows);
    private final Object lock = new Object();
    private int count;

    public void count() {
        synchronized (rows) {
            synchronized (lock) {
//          ^^^^^^^^^^^^^^^^^^^ lock-order
                count++;
            }
        }
    }

    public String get(String key) {
        synchronized (lock) {
            return seen.get(key);
        }
    }
}

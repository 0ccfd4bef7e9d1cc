// A synchronized map runs the function with its monitor held.

package locks.order_of_library_monitors.bug_computed_in_a_wrapper;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

class Cache {
    private final Map<String, String> values = Collections.synchronizedMap(new HashMap<>());
    private final Object lock = new Object();
    private int misses;

    public String get(String key) {
        return values.computeIfAbsent(key, unknown -> {
            synchronized (lock) {
//          ^^^^^^^^^^^^^^^^^^^ lock-order
                misses++;
                return unknown;
            }
        });
    }

    public void put(String key, String value) {
        synchronized (lock) {
            values.put(key, value);
            misses = 0;
        }
    }
}

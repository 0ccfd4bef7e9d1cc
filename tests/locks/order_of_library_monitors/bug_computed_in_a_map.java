// A map keeps others out while it runs the function that computes a value.

package locks.order_of_library_monitors.bug_computed_in_a_map;

import java.util.concurrent.ConcurrentHashMap;

class Cache {
    private final ConcurrentHashMap<String, String> values = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private int misses;

    public String get(String key) {
        return values.computeIfAbsent(key, this::load);
    }

    private String load(String key) {
        synchronized (lock) {
//      ^^^^^^^^^^^^^^^^^^^ lock-order
            misses++;
            return key;
        }
    }

    public void put(String key, String value) {
        synchronized (lock) {
            values.put(key, value);
            misses = 0;
        }
    }
}

// The lock comes first everywhere, and what is computed takes none.

package locks.order_of_library_monitors.ok_computed_outside;

import java.util.concurrent.ConcurrentHashMap;

class Cache {
    private final ConcurrentHashMap<String, String> values = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private int misses;

    public String get(String key) {
        synchronized (lock) {
            misses++;
            return values.computeIfAbsent(key, unknown -> unknown);
        }
    }

    public void put(String key, String value) {
        values.put(key, value);
        synchronized (lock) {
            misses = 0;
        }
    }
}

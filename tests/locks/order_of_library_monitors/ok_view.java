// A view is used with the lock of its collection held, and a stream of it takes none.

package locks.order_of_library_monitors.ok_view;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

class Keys {
    private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
    private final Object other = new Object();
    private int length;

    public void all() {
        synchronized (map) {
            for (String key : map.keySet()) {
                synchronized (other) {
                    length += key.length();
                }
            }
            map.values().forEach(value -> value.length());
        }
    }

    public void add() {
        map.put("a", "b");
        synchronized (other) {
            length = 0;
        }
    }
}

class Streams {
    private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
    private final Object other = new Object();
    private int length;

    public void all() {
        map.keySet().stream().forEach(key -> {
            synchronized (other) {
                length += key.length();
            }
        });
    }

    public void add() {
        synchronized (other) {
            map.put("a", "b");
        }
    }
}

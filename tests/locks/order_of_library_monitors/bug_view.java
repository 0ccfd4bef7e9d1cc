// Views of synchronized collections take the lock of the collection.

package locks.order_of_library_monitors.bug_view;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

class Keys {
    private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
    private final Object other = new Object();

    public void all() {
        map.keySet().forEach(key -> {
            synchronized (other) {
//          ^^^^^^^^^^^^^^^^^^^^ lock-order
                key.length();
            }
        });
    }

    public void add() {
        synchronized (other) {
            map.put("a", "b");
        }
    }
}

class Parts {
    private final Vector<String> list = new Vector<>();
    private final Object other = new Object();

    public void all() {
        list.subList(0, 1).forEach(name -> {
            synchronized (other) {
//          ^^^^^^^^^^^^^^^^^^^^ lock-order
                name.length();
            }
        });
    }

    public void add() {
        synchronized (other) {
            list.add("a");
        }
    }
}

class Bins {
    private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    private final Object other = new Object();

    public void add() {
        map.computeIfPresent("a", (key, value) -> {
            synchronized (other) {
//          ^^^^^^^^^^^^^^^^^^^^ lock-order
                return value + 1;
            }
        });
    }

    public void remove() {
        synchronized (other) {
            map.keySet().remove("a");
        }
    }
}

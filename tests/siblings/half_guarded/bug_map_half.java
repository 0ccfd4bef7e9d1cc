// Wrong: get() reads the HashMap while put() may be resizing it.

package siblings.half_guarded.bug_map_half;

import java.util.HashMap;
import java.util.Map;

class Table {
    private final Map<String, String> map = new HashMap<>();

    public void put(String k, String v) {
        synchronized (map) {
            map.put(k, v);
        }
    }

    public String get(String k) {
        return map.get(k);
    }
}

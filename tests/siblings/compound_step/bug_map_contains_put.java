// Wrong: two threads register the same key; both find it missing, both answer true, and the second replaces the value of
// the first.

package siblings.compound_step.bug_map_contains_put;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Registry {
    private final ConcurrentMap<String, Object> entries = new ConcurrentHashMap<>();

    public boolean register(String key, Object value) {
        if (!entries.containsKey(key)) {
            entries.put(key, value);
            return true;
        }
        return false;
    }
}

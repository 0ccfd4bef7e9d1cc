// The keys in a field are those of another map.

package locks.taken_out.ok_other_view;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;

class Table {
    @GuardedBy("this") private Map<String, String> rows = new HashMap<>();
    @GuardedBy("this") private final Map<String, String> names = new HashMap<>();
    @GuardedBy("this") private final Set<String> keys = names.keySet();

    public void drain() {
        Map<String, String> old;
        synchronized (this) {
            old = rows;
            rows = new HashMap<>();
        }
        old.put("last", "row");
    }

    public synchronized int size() {
        return keys.size();
    }
}

// The keys of the map that was taken out are still in a field.

package locks.taken_out.bug_view_stays;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;

class Table {
    @GuardedBy("this") private Map<String, String> rows = new HashMap<>();
    @GuardedBy("this") private Set<String> keys = rows.keySet();

    public void drain() {
        Map<String, String> old;
        synchronized (this) {
            old = rows;
            rows = new HashMap<>();
        }
        old.put("last", "row");
//      ^^^^^^^^^^^^^^^^^^^^^^ guarded-access
    }

    public synchronized int size() {
        return keys.size();
    }
}

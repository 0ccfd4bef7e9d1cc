// The helper finds an entry of the map, through which the map is changed without the lock.

package locks.guarded_views.bug_entry_of_a_helper;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;

class Ages {
    @GuardedBy("this") private final Map<String, Integer> ages = new HashMap<>();

    private static Map.Entry<String, Integer> first(Set<Map.Entry<String, Integer>> entries) {
        return entries.iterator().next();
    }

    public void reset() {
        Map.Entry<String, Integer> entry;
        synchronized (this) {
            entry = first(ages.entrySet());
        }
        entry.setValue(0);
//      ^^^^^^^^^^^^^^^^^ guarded-access
    }
}

// Through an entry, the map is changed.

package locks.guarded_views.bug_entry_of_a_map;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.GuardedBy;

class Ages {
    @GuardedBy("this") private final Map<String, Integer> ages = new HashMap<>();

    public void reset() {
        Map.Entry<String, Integer> first;
        synchronized (this) {
            first = ages.entrySet().iterator().next();
        }
        first.setValue(0);
//      ^^^^^^^^^^^^^^^^^ guarded-access
    }
}

// The monitor of the key set is not that of the map.

package locks.itself_under_other_names.bug_monitor_of_the_view;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;

class Ages {
    @GuardedBy("ages") private final Map<String, Integer> ages = new HashMap<>();

    public int letters() {
        Set<String> keys;
        synchronized (ages) {
            keys = ages.keySet();
        }
        synchronized (keys) {
            return keys.size();
//                 ^^^^^^^^^^^ guarded-access
        }
    }
}

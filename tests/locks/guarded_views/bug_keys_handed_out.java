// The set of keys is the map, under another name.

package locks.guarded_views.bug_keys_handed_out;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final Map<String, Integer> ages = new HashMap<>();

    public synchronized Set<String> names() {
        return ages.keySet();
//             ^^^^ guarded-access
    }
}

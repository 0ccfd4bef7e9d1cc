// A method of a guarded collection that is not known may return a part of it.

package locks.unseen_code.bug_perhaps_a_part;

import java.util.Set;
import java.util.TreeMap;

@interface GuardedBy {
    String value();
}

class Names {
    @GuardedBy("this") private final TreeMap<String, String> names = new TreeMap<>();

    public synchronized Set<String> all() {
        return names.navigableKeySet();
//             ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }
}

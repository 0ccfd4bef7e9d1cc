// The library gets the list from a function, and keeps it.

package locks.guarded_views.bug_given_back_by_a_function;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.GuardedBy;

class Names {
    private final ConcurrentHashMap<String, List<String>> others = new ConcurrentHashMap<>();
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void share(String key) {
        others.computeIfAbsent(key, other -> names);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }

    public void add(String key) {
        others.get(key).add(key);
    }
}

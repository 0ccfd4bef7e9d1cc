// What is looked up may be the list that is given for want of another.

package locks.guarded_views.bug_given_back;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.GuardedBy;

class Names {
    private final ConcurrentHashMap<String, List<String>> others = new ConcurrentHashMap<>();
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public void add(String key) {
        List<String> found;
        synchronized (this) {
            found = others.getOrDefault(key, names);
        }
        found.add(key);
//      ^^^^^^^^^^^^^^ guarded-access
    }
}

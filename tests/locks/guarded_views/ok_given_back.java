// What may be given back is used with the lock, and is not what is looked up by.

package locks.guarded_views.ok_given_back;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.GuardedBy;

class Names {
    private final ConcurrentHashMap<String, List<String>> others = new ConcurrentHashMap<>();
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(String key) {
        List<String> found = others.getOrDefault(key, names);
        found.add(key);
    }

    public int size(String key) {
        synchronized (this) {
            names.add(key);
        }
        List<String> found = others.getOrDefault(key, List.of());
        return found.size();
    }

    public synchronized int longest() {
        return names.stream().map(name -> name.length()).reduce(0, (one, other) -> Math.max(one, other));
    }
}

// What is asked whether it is null is the same.

package locks.guarded_views.ok_asked_for_null;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private List<String> names = new ArrayList<>();

    public void add(String name) {
        List<String> found;
        synchronized (this) {
            found = Objects.requireNonNull(names);
            found.add(name);
        }
    }

    public synchronized void clear() {
        names = new ArrayList<>();
    }
}

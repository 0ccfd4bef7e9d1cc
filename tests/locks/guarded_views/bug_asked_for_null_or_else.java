// What is asked whether it is null is the same.

package locks.guarded_views.bug_asked_for_null_or_else;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private List<String> names = new ArrayList<>();

    public void add(String name) {
        List<String> found;
        synchronized (this) {
            found = Objects.requireNonNullElse(names, new ArrayList<>());
        }
        found.add(name);
//      ^^^^^^^^^^^^^^^ guarded-access
    }

    public synchronized void clear() {
        names = new ArrayList<>();
    }
}

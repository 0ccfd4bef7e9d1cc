// A part of the list is the list.

package locks.guarded_views.bug_part_is_cleared;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(String name) {
        names.add(name);
    }

    public void shorten() {
        List<String> first;
        synchronized (this) {
            first = names.subList(0, 1);
        }
        first.clear();
//      ^^^^^^^^^^^^^ guarded-access
    }
}

// The wrapper keeps others from changing the list, and not from reading it while it changes.

package locks.guarded_views.bug_wrapper_handed_out;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(String name) {
        names.add(name);
    }

    public synchronized List<String> all() {
        return Collections.unmodifiableList(names);
//                                          ^^^^^ guarded-access
    }
}

// The list gets a second name, which nothing guards.

package locks.guarded_views.bug_wrapper_in_a_field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();
    private final List<String> view = Collections.unmodifiableList(names);
//                             ^^^^ guarded-access

    public synchronized void add(String name) {
        names.add(name);
    }

    public int count() {
        return view.size();
    }
}

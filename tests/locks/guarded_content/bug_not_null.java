// What is asked not to be null is given back as it is.

package locks.guarded_content.bug_not_null;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public void add(String name) {
        List<String> all;
        synchronized (this) {
            all = Objects.requireNonNull(names);
        }
        all.add(name);
//      ^^^^^^^^^^^^^ guarded-access
    }
}

// The maker still has the list that the constructor was given, when others know the object.

package locks.guarded_content.bug_kept_by_a_constructor;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names;

    Names(List<String> names) {
        this.names = names;
    }

    public synchronized int size() {
        return names.size();
    }
}

class User {
    private static volatile Names last;

    public void fill() {
        List<String> list = new ArrayList<>();
        last = new Names(list);
        list.add("first");
//      ^^^^^^^^^^^^^^^^^ guarded-access
    }
}

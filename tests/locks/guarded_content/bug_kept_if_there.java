// What the setter is given is kept if it is there at all.

package locks.guarded_content.bug_kept_if_there;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private List<String> names = new ArrayList<>();

    synchronized void set(List<String> list) {
        names = list != null ? list : new ArrayList<>();
    }

    public synchronized int size() {
        return names.size();
    }
}

class User {
    private final Names names = new Names();

    public void fill() {
        List<String> list = new ArrayList<>();
        names.set(list);
        list.add("first");
//      ^^^^^^^^^^^^^^^^^ guarded-access
    }
}

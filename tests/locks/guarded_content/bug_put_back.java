// What was taken out and put back belongs to all again.

package locks.guarded_content.bug_put_back;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private List<String> names = new ArrayList<>();

    public void add(String name) {
        List<String> all;
        synchronized (this) {
            all = names;
            names = new ArrayList<>();
            names = all;
        }
        all.add(name);
//      ^^^^^^^^^^^^^ guarded-access
    }
}

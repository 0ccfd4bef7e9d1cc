// The loop goes on through the list when the monitor is given back.

package locks.itself_under_other_names.bug_without;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("names") private final List<String> names = new ArrayList<>();

    public int letters() {
        Iterator<String> all;
        synchronized (names) {
            all = names.iterator();
        }
        int sum = 0;
        while (all.hasNext()) {
//             ^^^^^^^^^^^^^ guarded-access
            sum += all.next().length();
//                 ^^^^^^^^^^ guarded-access
        }
        return sum;
    }
}

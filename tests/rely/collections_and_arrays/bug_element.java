// An element may be null.

package rely.collections_and_arrays.bug_element;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized int letters() {
        int count = 0;
        for (String name : names) {
            count += name.length();
//                   ^^^^^^^^^^^^^ implicit-exception
        }
        return count;
    }
}

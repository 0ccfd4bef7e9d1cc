// The lambda has captured the iterator, and is run later.

package locks.guarded_views.bug_iterator_in_a_lambda;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized Runnable task() {
        Iterator<String> i = names.iterator();
        return () -> i.next();
//             ^^^^^^^^^^^^^^ guarded-access
    }
}

// The iterator is made with the lock, and used without.

package locks.guarded_views.bug_iterator_outlives_the_lock;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(String name) {
        names.add(name);
    }

    public int count() {
        Iterator<String> i;
        synchronized (this) {
            i = names.iterator();
        }
        int count = 0;
        while (i.hasNext()) {
//             ^^^^^^^^^^^ guarded-access
            i.next();
//          ^^^^^^^^ guarded-access
            count++;
        }
        return count;
    }
}

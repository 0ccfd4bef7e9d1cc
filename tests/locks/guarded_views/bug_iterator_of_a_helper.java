// The helper gives the lock back, and its caller goes on with the iterator.

package locks.guarded_views.bug_iterator_of_a_helper;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(String name) {
        names.add(name);
    }

    private synchronized Iterator<String> iterator() {
        return names.iterator();
    }

    public boolean isEmpty() {
        return !iterator().hasNext();
//              ^^^^^^^^^^^^^^^^^^^^ guarded-access
    }
}

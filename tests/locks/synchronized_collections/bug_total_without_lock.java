// The total is not safe by itself.

package locks.synchronized_collections.bug_total_without_lock;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.GuardedBy;

class Register {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
    @GuardedBy("this") private int total;

    public void count(String name) {
        counts.merge(name, 1, Integer::sum);
        total++;
//      ^^^^^ guarded-access
    }
}

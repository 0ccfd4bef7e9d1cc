// A collection that is safe by itself needs no lock; two steps on it do.

package locks.synchronized_collections.ok;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.GuardedBy;

class Register {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
    @GuardedBy("this") private int total;

    public void count(String name) {
        counts.merge(name, 1, Integer::sum);
        synchronized (this) {
            total++;
        }
    }
}

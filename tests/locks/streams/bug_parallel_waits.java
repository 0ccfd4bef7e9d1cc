// The caller waits for threads that wait for it.

package locks.streams.bug_parallel_waits;

import java.util.List;
import net.jcip.annotations.GuardedBy;

class Sum {
    @GuardedBy("this") private int total;

    public synchronized void add(List<Integer> all) {
        all.parallelStream().forEach(value -> {
            synchronized (this) {
//          ^^^^^^^^^^^^^^^^^^^ self-deadlock
                total += value;
            }
        });
    }
}

// The threads of a parallel stream do not hold the lock of their caller.

package locks.streams.bug_parallel;

import java.util.List;
import net.jcip.annotations.GuardedBy;

class Sum {
    @GuardedBy("this") private int total;

    public synchronized void add(List<Integer> all) {
        all.parallelStream().forEach(value -> total += value);
//                                            ^^^^^^^^^^^^^^ guarded-access
    }
}

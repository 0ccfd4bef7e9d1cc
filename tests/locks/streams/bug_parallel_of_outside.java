// Who calls may give a parallel stream.

package locks.streams.bug_parallel_of_outside;

import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Sum {
    @GuardedBy("this") private int total;

    public synchronized void add(Stream<Integer> all) {
        all.forEach(value -> total += value);
//                           ^^^^^^^^^^^^^^ guarded-access
    }
}

// Whether a stream is parallel is decided last, for all that it was given.

package locks.streams.bug_parallel_in_the_end;

import java.util.List;
import net.jcip.annotations.GuardedBy;

class Sum {
    @GuardedBy("this") private int total;

    public synchronized long add(List<Integer> all) {
        return all.stream().peek(value -> total += value).parallel().count();
//                                        ^^^^^^^^^^^^^^ guarded-access
    }
}

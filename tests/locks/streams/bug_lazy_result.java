// Whoever gets the stream asks it without the lock.

package locks.streams.bug_lazy_result;

import java.util.List;
import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Scores {
    @GuardedBy("this") private int limit;

    public synchronized Stream<Integer> above(List<Integer> all) {
        return all.stream().filter(score -> score > limit);
//                                                  ^^^^^ guarded-access
    }
}

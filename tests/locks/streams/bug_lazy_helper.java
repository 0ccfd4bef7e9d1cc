// A helper gives a stream to one who asks it without the lock.

package locks.streams.bug_lazy_helper;

import java.util.List;
import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Scores {
    @GuardedBy("this") private int limit;

    private synchronized Stream<Integer> above(List<Integer> all) {
        return all.stream().filter(score -> score > limit);
//                                                  ^^^^^ guarded-access
    }

    public long number(List<Integer> all) {
        return above(all).count();
    }
}

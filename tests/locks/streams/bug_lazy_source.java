// What makes the elements of a stream runs where it is asked.

package locks.streams.bug_lazy_source;

import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Numbers {
    @GuardedBy("this") private int next;

    public long some() {
        Stream<Integer> numbers;
        synchronized (this) {
            numbers = Stream.generate(() -> next++);
//                                          ^^^^^^ guarded-access
        }
        return numbers.limit(3).count();
    }
}

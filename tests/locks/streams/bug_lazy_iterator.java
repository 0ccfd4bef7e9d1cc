// An iterator of a stream runs its functions when it is asked.

package locks.streams.bug_lazy_iterator;

import java.util.Iterator;
import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Numbers {
    @GuardedBy("this") private int next;

    public int first() {
        Iterator<Integer> numbers;
        synchronized (this) {
            numbers = Stream.generate(() -> next++).iterator();
//                                          ^^^^^^ guarded-access
        }
        return numbers.next();
    }
}

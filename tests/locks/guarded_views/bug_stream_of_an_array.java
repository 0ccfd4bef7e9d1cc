// The stream goes through the array when it is used, without the lock.

package locks.guarded_views.bug_stream_of_an_array;

import java.util.stream.IntStream;
import net.jcip.annotations.GuardedBy;

class Numbers {
    @GuardedBy("this") private final int[] numbers = new int[8];

    public int sum() {
        IntStream all;
        synchronized (this) {
            all = IntStream.of(numbers);
        }
        return all.sum();
//             ^^^^^^^^^ guarded-access
    }
}

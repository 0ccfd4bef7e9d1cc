// The function runs where the stream is asked, behind the lock.

package locks.streams.bug_lazy;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Scores {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    public List<Integer> all() {
        Stream<Integer> scores;
        lock.lock();
        try {
            scores = Stream.of(1, 2, 3).map(score -> score + total++);
//                                                           ^^^^^^^ guarded-access
        } finally {
            lock.unlock();
        }
        return scores.collect(Collectors.toList());
    }
}

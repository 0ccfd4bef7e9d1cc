// The function of a stream takes its lock where the stream is asked, with another one held.

package locks.streams.bug_lazy_order;

import java.util.List;
import java.util.stream.Stream;

class Scores {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private int seen;

    private int count(int score) {
        synchronized (counter) {
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-order
            return score + seen++;
        }
    }

    public long all(List<Integer> all) {
        Stream<Integer> scores = all.stream().map(score -> count(score));
        synchronized (lock) {
            return scores.filter(score -> score > 3).count();
        }
    }

    public void reset() {
        synchronized (counter) {
            synchronized (lock) {
                seen = 0;
            }
        }
    }
}

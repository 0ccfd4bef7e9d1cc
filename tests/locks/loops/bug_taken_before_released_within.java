// Taken once before the loop, released in each round.

package locks.loops.bug_taken_before_released_within;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Scanner {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int found;

    public void scan(int[] values) {
        if (values == null) {
            return;
        }
        lock.lock();
        for (int value = 0; value < 3; value++) {
            lock.unlock(); // in each round
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

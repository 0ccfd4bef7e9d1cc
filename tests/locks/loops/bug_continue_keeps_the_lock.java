// The round ends without the release.

package locks.loops.bug_continue_keeps_the_lock;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Scanner {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int found;

    public void scan(int[] values) {
        for (int value : values) {
            if (value < 0) {
                continue;
            }
            if (value == 0) {
                break;
            }
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            if (found > 9) {
                continue;
            }
            found++;
            lock.unlock();
        }
    }
}

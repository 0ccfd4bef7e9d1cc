// The loop ends without the release.

package locks.loops.bug_break_keeps_the_lock;

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
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            if (value == 0) {
                break;
            }
            found++;
            lock.unlock();
        }
    }
}

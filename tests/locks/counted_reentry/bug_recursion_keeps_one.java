// At the bottom the lock is not released.

package locks.counted_reentry.bug_recursion_keeps_one;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int depth;

    public void sink(int levels) {
        lock.lock(); // at the bottom
//      ^^^^^^^^^^^ lock-not-released
        depth++;
        if (levels > 0) {
            sink(levels - 1);
            lock.unlock();
        }
    }
}

// The second loop starts at one.

package locks.counted_reentry.bug_one_release_missing;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int depth;

    public void dive(int levels) {
        for (int i = 0; i < levels; i++) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
        for (int i = 1; i < levels; i++) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-unknown
        }
    }

    public void sink(int levels) {
        lock.lock();
        try {
            depth++;
            if (levels > 0) {
                sink(levels - 1);
            }
        } finally {
            lock.unlock();
        }
    }
}

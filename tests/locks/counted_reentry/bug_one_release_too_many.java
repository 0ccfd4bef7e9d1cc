// The second loop goes one round further.

package locks.counted_reentry.bug_one_release_too_many;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int depth;

    public void dive(int levels) {
        for (int i = 0; i < levels; i++) {
            lock.lock();
//          ^^^^^^^^^^^ lock-unknown
        }
        for (int i = 0; i <= levels; i++) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
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

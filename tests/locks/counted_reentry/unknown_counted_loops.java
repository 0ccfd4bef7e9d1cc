// As many releases as entries, for a reason that is arithmetic: not refused, and not proved.

package locks.counted_reentry.unknown_counted_loops;

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
        for (int i = 0; i < levels; i++) {
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

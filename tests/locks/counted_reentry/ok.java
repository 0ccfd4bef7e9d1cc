// As many releases as acquisitions, however many there are.

package locks.counted_reentry.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int depth;

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

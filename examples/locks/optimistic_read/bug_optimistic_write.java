// An optimistic stamp allows no write.

package locks.optimistic_read.bug_optimistic_write;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Range {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private int low;
    @GuardedBy("lock") private int high;

    public void set(int from, int to) {
        long stamp = lock.writeLock();
        low = from;
        high = to;
        lock.unlockWrite(stamp);
    }

    public int width() {
        long stamp = lock.tryOptimisticRead();
        int from = low;
        int to = high;
        high = to; // optimistically
//      ^^^^ guarded-access
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                from = low;
                to = high;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return to - from;
    }
}

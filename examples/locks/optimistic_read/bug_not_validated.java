// What was read optimistically is used without validation.

package locks.optimistic_read.bug_not_validated;

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
        return from + (stamp == 0 ? 0 : 1); // never validated
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
    }
}

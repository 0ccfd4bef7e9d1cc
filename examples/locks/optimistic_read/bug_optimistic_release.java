// There is nothing to release after an optimistic read.

package locks.optimistic_read.bug_optimistic_release;

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
        lock.unlockRead(stamp); // nothing was taken
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        return 0;
    }
}

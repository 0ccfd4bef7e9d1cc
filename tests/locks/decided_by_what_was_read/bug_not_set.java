// What was read may have kept the answer as it is, and nobody has confirmed it on that way.

package locks.decided_by_what_was_read.bug_not_set;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Gauge {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock")
    private int level;

    public void set(int level) {
        long stamp = lock.writeLock();
        this.level = level;
        lock.unlockWrite(stamp);
    }

    public boolean isHigh() {
        long stamp = lock.tryOptimisticRead();
        boolean isHigh = false;
        if (level > 10) {
            isHigh = true;
            if (!lock.validate(stamp)) {
                throw new IllegalStateException();
            }
            return isHigh;
        }
        if (!lock.validate(stamp)) {
            System.out.println("too late");
        }
        return isHigh;
//             ^^^^^^ guarded-access
    }
}

// What is done because of a wrong value cannot be taken back.

package locks.decided_by_what_was_read.bug_call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Level {
    private final StampedLock lock = new StampedLock();
    private final AtomicInteger alarms = new AtomicInteger();
    @GuardedBy("lock") private int level;

    public void set(int level) {
        long stamp = lock.writeLock();
        this.level = level;
        lock.unlockWrite(stamp);
    }

    private boolean isTested(int some) {
        return some > 5;
    }

    public boolean isHigh() {
        long stamp = lock.tryOptimisticRead();
        boolean isHigh = false;
        if (level > 10) {
            alarms.incrementAndGet();
//          ^^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        }
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            isHigh = level > 10;
            lock.unlockRead(stamp);
        }
        return isHigh;
    }
}

// The answer is kept and not looked at.

package locks.validated_reads.bug_stored_anyway;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Point {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private double x;
    @GuardedBy("lock") private double y;
    private volatile double last;

    public void move(double dx, double dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public void remember() {
        long stamp = lock.tryOptimisticRead();
        double current = x + y;
        boolean isValid = lock.validate(stamp);
        last = current;
//      ^^^^ guarded-access
    }
}

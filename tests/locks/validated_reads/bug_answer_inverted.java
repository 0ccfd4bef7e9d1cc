// The value is returned where `validate` has said no.

package locks.validated_reads.bug_answer_inverted;

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

    public double left() {
        long stamp = lock.tryOptimisticRead();
        double current = x;
        if (!lock.validate(stamp)) {
            return current;
//                 ^^^^^^^ guarded-access
        }
        return 0;
    }
}

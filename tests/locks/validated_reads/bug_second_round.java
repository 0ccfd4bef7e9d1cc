// The second stamp confirms what was read with it, not what was read before.

package locks.validated_reads.bug_second_round;

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
        double first = x;
        lock.validate(stamp);
        long again = lock.tryOptimisticRead();
        double second = y;
        if (lock.validate(again)) {
            return first - second;
//                 ^^^^^^^^^^^^^^ guarded-access
        }
        return 0;
    }
}

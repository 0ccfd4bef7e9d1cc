// What was read without the lock is used only where `validate` has said yes.

package locks.validated_reads.ok;

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

    public double distance() {
        long stamp = lock.tryOptimisticRead();
        double currentX = x;
        double currentY = y;
        double distance = Math.sqrt(currentX * currentX + currentY * currentY);
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                distance = Math.sqrt(x * x + y * y);
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return distance;
    }

    public void remember() {
        long stamp = lock.tryOptimisticRead();
        double current = x;
        boolean isValid = lock.validate(stamp);
        if (isValid) {
            last = current;
        }
    }
}

// A stamp says what it is the stamp of.

package locks.stamps.ok_kinds_of_stamps;

import java.util.concurrent.locks.StampedLock;

class Point {
    private final StampedLock lock = new StampedLock();
    private double x;
    private double y;

    double distance() {
        long stamp = lock.tryOptimisticRead();
        try {
            again:
            for (;; stamp = lock.readLock()) {
                if (stamp == 0L) {
                    continue again;
                }
                double currentX = x;
                double currentY = y;
                if (!lock.validate(stamp)) {
                    continue again;
                }
                return Math.hypot(currentX, currentY);
            }
        } finally {
            if (StampedLock.isReadLockStamp(stamp)) {
                lock.unlockRead(stamp);
            }
        }
    }

    void move(double newX) {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.writeLock()) {
                if (stamp == 0L) {
                    continue;
                }
                double current = x;
                if (!lock.validate(stamp)) {
                    continue;
                }
                if (current != 0.0) {
                    break;
                }
                stamp = lock.tryConvertToWriteLock(stamp);
                if (stamp == 0L) {
                    continue;
                }
                x = newX;
                return;
            }
        } finally {
            if (StampedLock.isWriteLockStamp(stamp)) {
                lock.unlockWrite(stamp);
            }
        }
    }
}

// The stamp of a reader is given back as that of a writer.

package locks.stamped.bug_read_stamp_released_for_writing;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Point {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private double x;
    @GuardedBy("lock") private double y;

    public void move(double dx, double dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public double product() {
        long stamp = lock.readLock();
        try {
            return x * y;
        } finally {
            lock.unlockWrite(stamp); // a read stamp
//          ^^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }

    public boolean tryReset() {
        long stamp = lock.tryWriteLock();
        if (stamp == 0) {
            return false;
        }
        try {
            x = 0;
            y = 0;
        } finally {
            lock.unlock(stamp);
        }
        return true;
    }
}

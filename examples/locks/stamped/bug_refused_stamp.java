// The stamp 0 of a refused thread is not checked.

package locks.stamped.bug_refused_stamp;

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
            lock.unlockRead(stamp);
        }
    }

    public boolean tryReset() {
        long stamp = lock.tryWriteLock();
        boolean taken = stamp != 0;
        x = 0; // perhaps refused
//      ^ guarded-access
        if (taken) {
            lock.unlock(stamp);
        }
        return taken;
    }
}

// The stamp of a read lock is none of a write lock.

package locks.stamps.bug_other_kind;

import java.util.concurrent.locks.StampedLock;

class Point {
    private final StampedLock lock = new StampedLock();
    private double x;

    double get() {
        long stamp = lock.readLock();
//                   ^^^^^^^^^^^^^^^ lock-not-released
        try {
            return x;
        } finally {
            if (StampedLock.isWriteLockStamp(stamp)) {
                lock.unlockWrite(stamp);
            }
        }
    }
}

// What is read is confirmed before it is used, or read again with the lock.

package locks.optimistic_without_guards.ok;

import java.util.concurrent.locks.StampedLock;

class Point {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    public void move() {
        long stamp = lock.writeLock();
        try {
            x++;
            y++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public int sum() {
        long stamp = lock.tryOptimisticRead();
        int sum = x + y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                sum = x + y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return sum;
    }
}

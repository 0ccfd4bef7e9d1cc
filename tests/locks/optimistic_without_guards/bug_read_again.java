// What is read behind `validate` is confirmed by nothing.

package locks.optimistic_without_guards.bug_read_again;

import java.util.concurrent.locks.StampedLock;

class Cell {
    private final StampedLock lock = new StampedLock();
    private int value;

    public void set(int to) {
        long stamp = lock.writeLock();
        try {
            value = to;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public int get() {
        long stamp = lock.tryOptimisticRead();
        int seen = value;
        if (lock.validate(stamp)) {
            return value;
//          ^^^^^^^^^^^^^ guarded-access
        }
        stamp = lock.readLock();
        try {
            return value;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}

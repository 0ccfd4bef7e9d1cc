// The lock that gave the stamp confirms it.

package locks.validated_reads.ok_own_lock;

import java.util.concurrent.locks.StampedLock;

class Point {
    private final StampedLock lock = new StampedLock();
    private final StampedLock other = new StampedLock();
    //@ needs lock
    private int x;

    public void set(int value) {
        long stamp = lock.writeLock();
        try {
            x = value;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public int get() {
        long stamp = lock.tryOptimisticRead();
        int value = x;
        if (lock.validate(stamp)) {
            return value;
        }
        return -1;
    }
}

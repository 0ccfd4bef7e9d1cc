// The helper returns the stamp that is needed now.

package locks.stamps.ok;

import java.util.concurrent.locks.StampedLock;

class Table {
    private final StampedLock lock = new StampedLock();
    private int rows;

    private long again(long stamp) {
        lock.unlockWrite(stamp);
        return lock.writeLock();
    }

    public void add() {
        long stamp = lock.writeLock();
        rows++;
        stamp = again(stamp);
        rows++;
        lock.unlockWrite(stamp);
    }
}

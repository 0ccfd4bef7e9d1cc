// The helper has taken the lock again: another stamp is needed now.

package locks.stamps.bug_taken_again;

import java.util.concurrent.locks.StampedLock;

class Table {
    private final StampedLock lock = new StampedLock();
    private int rows;

    private void again(long stamp) {
        lock.unlockWrite(stamp);
        lock.writeLock();
    }

    public void add() {
        long stamp = lock.writeLock();
        rows++;
        again(stamp);
        rows++;
        lock.unlockWrite(stamp);
//      ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }
}

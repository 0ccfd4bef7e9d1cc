// Two locks that are not one.

package locks.aliases.ok_two_locks;

import java.util.concurrent.locks.StampedLock;

class Twice {
    private static final StampedLock LOCK = new StampedLock();
    private int count;

    public void change() {
        both(new StampedLock());
    }

    private void both(StampedLock second) {
        long one = LOCK.writeLock();
        long two = second.writeLock();
        count++;
        second.unlockWrite(two);
        LOCK.unlockWrite(one);
    }
}

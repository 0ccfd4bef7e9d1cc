// Nothing says whether a writer was there in between.

package locks.optimistic_without_guards.bug_never_confirmed;

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
//                ^ guarded-access
        return sum;
//      ^^^^^^^^^^ guarded-access
    }
}

// Two names for one lock that is not reentrant.

package locks.aliases.bug_two_names;

import java.util.concurrent.locks.StampedLock;

class Twice {
    private static final StampedLock LOCK = new StampedLock();
    private int count;

    public void change() {
        both(LOCK);
    }

    private void both(StampedLock second) {
        long one = LOCK.writeLock();
        long two = second.writeLock();
//                 ^^^^^^^^^^^^^^^^^^ self-deadlock
        count++;
        second.unlockWrite(two);
        LOCK.unlockWrite(one);
    }
}

// A lock that lets nobody in again has two names, the second in a helper.

package locks.aliases.bug_second_name_in_a_helper;

import java.util.concurrent.locks.StampedLock;

class Names {
    private static final StampedLock LOCK = new StampedLock();
    private static StampedLock current = LOCK;

    public static void reset() {
        current = LOCK;
    }

    private static void helper() {
        long stamp = LOCK.writeLock();
//                   ^^^^^^^^^^^^^^^^ lock-order
        LOCK.unlockWrite(stamp);
    }

    public static void both() {
        StampedLock lock = current;
        long stamp = lock.writeLock();
        try {
            helper();
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}

// A function that code which is not seen is given may run at once, with the lock held that it takes.

package locks.unseen_code.bug_function_waits_for_itself;

import java.util.concurrent.locks.StampedLock;
import java.util.logging.Logger;

class Counter {
    private static final Logger LOG = Logger.getLogger("counter");
    private final StampedLock lock = new StampedLock();
    private int count;

    public void add() {
        long stamp = lock.writeLock();
        try {
            count++;
            LOG.info(() -> "now " + get());
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private int get() {
        long stamp = lock.readLock();
//                   ^^^^^^^^^^^^^^^ self-deadlock
        try {
            return count;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}

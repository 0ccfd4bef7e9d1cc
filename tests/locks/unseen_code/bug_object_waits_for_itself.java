// An object whose methods others know is run as a function is.

package locks.unseen_code.bug_object_waits_for_itself;

import java.util.concurrent.locks.StampedLock;
import java.util.logging.Level;
import java.util.logging.Logger;

class Counter implements Runnable {
    private static final Logger LOG = Logger.getLogger("counter");
    private final StampedLock lock = new StampedLock();
    private int count;

    @Override
    public void run() {
        long stamp = lock.writeLock();
//                   ^^^^^^^^^^^^^^^^ self-deadlock
        try {
            count++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public void show() {
        long stamp = lock.writeLock();
        try {
            LOG.log(Level.INFO, "{0}", this);
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}

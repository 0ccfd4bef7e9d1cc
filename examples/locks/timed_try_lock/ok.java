// A thread that waits in vain, or is interrupted, does without.

package locks.timed_try_lock.ok;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Printers {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int jobs;

    public boolean print() throws InterruptedException {
        if (!lock.tryLock(50, TimeUnit.MILLISECONDS)) {
            return false;
        }
        try {
            jobs++;
            return true;
        } finally {
            lock.unlock();
        }
    }
}

// After the timeout the thread goes on as if it had the lock.

package locks.timed_try_lock.bug_timeout_ignored;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Printers {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int jobs;

    public boolean print() throws InterruptedException {
        boolean taken = lock.tryLock(50, TimeUnit.MILLISECONDS);
        jobs++; // after a timeout, too
//      ^^^^ guarded-access
        if (taken) {
            lock.unlock();
        }
        return taken;
    }
}

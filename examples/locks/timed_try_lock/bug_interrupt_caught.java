// The handler of the interrupt stands around the release.

package locks.timed_try_lock.bug_interrupt_caught;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Printers {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int jobs;

    public boolean print() throws InterruptedException {
        try {
            if (!lock.tryLock(50, TimeUnit.MILLISECONDS)) {
                return false;
            }
            jobs++;
        } catch (InterruptedException e) {
            lock.unlock(); // an interrupted thread has nothing
//          ^^^^^^^^^^^^^ lock-not-held
            throw e;
        }
        lock.unlock();
        return true;
    }
}

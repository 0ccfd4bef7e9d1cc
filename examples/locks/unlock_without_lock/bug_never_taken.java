// The count is read and the lock released, but it was never taken.

package locks.unlock_without_lock.bug_never_taken;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Turnstile {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long passed;

    public void pass() {
        lock.lock();
        passed++;
        lock.unlock();
    }

    public long passed() {
        lock.unlock(); // nobody took it
//      ^^^^^^^^^^^^^ lock-not-held
        return 0;
    }
}

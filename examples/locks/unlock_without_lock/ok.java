// Only the thread that has taken the lock releases it.

package locks.unlock_without_lock.ok;

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
        lock.lock();
        long result = passed;
        lock.unlock();
        return result;
    }
}

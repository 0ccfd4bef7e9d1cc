// A lock of its own is taken on each call, and the shared one released.

package locks.unlock_without_lock.bug_another_lock;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Turnstile {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long passed;

    public void pass() {
        ReentrantLock mine = new ReentrantLock();
        mine.lock();
        mine.unlock();
        lock.unlock(); // the other one
//      ^^^^^^^^^^^^^ lock-not-held
    }

    public long passed() {
        lock.lock();
        long result = passed;
        lock.unlock();
        return result;
    }
}

// The helper takes the lock on one way only.

package rely.helpers_that_lock.bug_not_taken;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Session {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int calls;

    //@ acquires lock
//      ^^^^^^^^^^^^^ abstraction
    public void begin(boolean really) {
        if (really) {
            lock.lock();
        }
    }

    //@ releases lock
    public void end() {
        calls++;
        lock.unlock();
    }

    public void once() {
        begin(true);
        calls++;
        end();
    }
}

// The caller of a helper that gives up a lock does not hold it.

package rely.helpers_that_lock.bug_called_without;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Session {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int calls;

    //@ acquires lock
    public void begin() {
        lock.lock();
        calls++;
    }

    //@ releases lock
    public void end() {
        calls++;
        lock.unlock();
    }

    public void once() {
        end();
//      ^^^^^ method-precondition
    }
}

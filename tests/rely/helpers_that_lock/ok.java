// Methods that take a lock for their callers and give it up say so.

package rely.helpers_that_lock.ok;

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
        begin();
        calls++;
        end();
    }
}

// Public methods may take and release a lock for their caller if they say so.

package locks.declared_helpers.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

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
        lock.unlock();
    }

    public void once() {
        begin();
        calls++;
        end();
    }
}

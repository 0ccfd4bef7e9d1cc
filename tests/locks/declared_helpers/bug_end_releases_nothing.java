// The method says that it releases the lock, and does not.

package locks.declared_helpers.bug_end_releases_nothing;

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
//              ^^^ lock-contract
        calls--;
    }

    public void once() {
        begin();
        calls++;
        end();
    }
}

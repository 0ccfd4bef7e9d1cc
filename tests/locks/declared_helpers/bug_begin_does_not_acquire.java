// The method takes the lock only sometimes.

package locks.declared_helpers.bug_begin_does_not_acquire;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Session {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int calls;

    //@ acquires lock
    public void begin() {
//              ^^^^^ lock-contract
        lock.lock();
        calls++;
        if (calls > 100) {
            lock.unlock();
        }
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

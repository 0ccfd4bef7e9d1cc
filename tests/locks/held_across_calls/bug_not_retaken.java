// The callee releases the lock and does not take it again.

package locks.held_across_calls.bug_not_retaken;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Pool {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int free;

    private void breathe() {
        lock.unlock();
        Thread.yield();
    }

    public void use() {
        lock.lock();
        try {
            free--;
            breathe();
        } finally {
            lock.unlock(); // already released
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

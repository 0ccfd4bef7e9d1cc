// The callee counts while it does not have the lock.

package locks.held_across_calls.bug_counted_in_between;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Pool {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int free;

    private void breathe() {
        lock.unlock();
        free = 3;
//      ^^^^ guarded-access
        Thread.yield();
        lock.lock();
    }

    public void use() {
        lock.lock();
        try {
            free--;
            breathe();
            free++;
        } finally {
            lock.unlock();
        }
    }
}

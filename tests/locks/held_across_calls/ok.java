// A callee may release and retake the lock of its caller.

package locks.held_across_calls.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Pool {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int free;

    private void breathe() {
        lock.unlock();
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

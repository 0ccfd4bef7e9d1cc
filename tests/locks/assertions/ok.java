// Assertions that only look, or leave everything as it was.

package locks.assertions.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    private boolean isFine() {
        lock.lock();
        try {
            return count >= 0;
        } finally {
            lock.unlock();
        }
    }

    private void addOne() {
        assert lock.isHeldByCurrentThread() : "without the lock";
        count++;
    }

    public void add() {
        assert isFine();
        lock.lock();
        try {
            addOne();
        } finally {
            lock.unlock();
        }
    }
}

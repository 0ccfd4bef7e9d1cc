// The handler changes the field after the lock is given back.

package rely.caught_exceptions.bug_without_the_lock;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int value;

    public String raise() {
        try {
            lock.lock();
            try {
                value = value < 100 ? value + 1 : 0;
                throw new IllegalStateException();
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException refused) {
            value = 0;
//          ^^^^^^^^^ guard
            return refused.getMessage();
        }
    }
}

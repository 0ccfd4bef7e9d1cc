// The lock that comes in is a read side, which several threads hold at once.

package rely.read_write_lock.bug_given_a_read_side;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private final Lock lock;
    @GuardedBy("lock") private int level;

    public Gauge(ReentrantReadWriteLock.ReadLock given) {
        lock = given;
    }

    public void raise() {
        if (lock != null) {
            lock.lock();
            try {
                level = 1;
//              ^^^^^^^^^ guard
            } finally {
                lock.unlock();
            }
        }
    }
}

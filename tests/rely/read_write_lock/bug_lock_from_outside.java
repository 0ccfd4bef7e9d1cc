// A lock that is given may be the read side of a read-write lock.

package rely.read_write_lock.bug_lock_from_outside;

import java.util.concurrent.locks.Lock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Guarded {
    private final Lock lock;
    @GuardedBy("lock") private int value;

    public Guarded(Lock lock) {
        this.lock = lock;
    }

    public void set() {
        if (lock == null) {
            return;
        }
        lock.lock();
        try {
            value = 1;
//          ^^^^^^^^^ guard
        } finally {
            lock.unlock();
        }
    }
}

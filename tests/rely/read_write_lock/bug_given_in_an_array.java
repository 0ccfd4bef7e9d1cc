// A lock from an array may be a read side, which several threads hold at once.

package rely.read_write_lock.bug_given_in_an_array;

import java.util.concurrent.locks.Lock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private final Lock lock;
    @GuardedBy("lock") private int level;

    public Gauge(Lock... given) {
        lock = given == null || given.length == 0 ? null : given[0];
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

// A lock that other code sets may be a read side, which several threads hold at once.

package rely.read_write_lock.bug_set_from_outside;

import java.util.concurrent.locks.Lock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Place {
    public Lock lock;
}

@ThreadSafe
class Gauge {
    private final Lock lock;
    @GuardedBy("lock") private int level;

    public Gauge(Place place) {
        lock = place == null ? null : place.lock;
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

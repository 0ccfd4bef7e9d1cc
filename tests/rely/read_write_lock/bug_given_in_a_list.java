// A lock from a list may be a read side, which several threads hold at once.

package rely.read_write_lock.bug_given_in_a_list;

import java.util.List;
import java.util.concurrent.locks.Lock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private final Lock lock;
    @GuardedBy("lock") private int level;

    public Gauge(List<Lock> given) {
        lock = given == null ? null : given.get(0);
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

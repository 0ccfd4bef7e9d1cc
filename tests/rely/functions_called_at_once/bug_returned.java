// What is returned gives the lock back, and the coins are taken after that.

package rely.functions_called_at_once.bug_returned;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vault {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int coins;

    private AutoCloseable held() {
        lock.lock();
        return lock::unlock;
    }

    public void empty() throws Exception {
        try (AutoCloseable held = held()) {
            lock.isLocked();
        }
        coins = 0;
//      ^^^^^^^^^ guard
    }
}

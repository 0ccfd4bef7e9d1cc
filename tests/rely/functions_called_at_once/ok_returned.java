// A method takes the lock and returns what gives it back.

package rely.functions_called_at_once.ok_returned;

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
            coins = 0;
        }
    }
}

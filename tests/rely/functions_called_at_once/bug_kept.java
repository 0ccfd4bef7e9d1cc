// The method keeps the lambda, and another thread runs it.

package rely.functions_called_at_once.bug_kept;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vault {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int coins;

    private void locked(Runnable action) {
        lock.lock();
        try {
            new Thread(action).start();
        } finally {
            lock.unlock();
        }
    }

    public void empty() {
        locked(() -> {
            coins = 0;
//          ^^^^^^^^^ guard
        });
    }
}

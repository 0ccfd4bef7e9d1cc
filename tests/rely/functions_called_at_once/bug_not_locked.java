// The method that calls the lambda takes no lock.

package rely.functions_called_at_once.bug_not_locked;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vault {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int coins;

    private void run(Runnable action) {
        action.run();
    }

    public void empty() {
        run(() -> {
            coins = 0;
//          ^^^^^^^^^ guard
        });
    }
}

// The helper calls its argument when the lock is gone.

package locks.own_synchronous_call.bug_called_after_release;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Vault {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int coins;

    private void locked(Runnable action) {
        lock.lock();
        lock.unlock();
        action.run();
    }

    public void add(int amount) {
        locked(() -> {
            coins += amount;
//          ^^^^^ guarded-access
        });
    }

    public int coins() {
        lock.lock();
        try {
            return coins;
        } finally {
            lock.unlock();
        }
    }
}

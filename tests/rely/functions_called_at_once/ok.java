// A lambda that is handed to a method of the program, which calls it with the lock held, and nowhere else.

package rely.functions_called_at_once.ok;

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
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private void clear() {
        coins = 0;
    }

    public void add(int amount) {
        locked(() -> coins += amount);
    }

    public void empty() {
        locked(this::clear);
    }
}

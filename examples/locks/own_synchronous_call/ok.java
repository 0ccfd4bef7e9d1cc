// A method of our own that is seen to call its argument at once, with the lock.

package locks.own_synchronous_call.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

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

    public void add(int amount) {
        locked(() -> {
            coins += amount;
        });
    }

    private void clear() {
        coins = 0;
    }

    public void empty() {
        locked(this::clear);
    }
}

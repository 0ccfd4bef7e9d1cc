// The helper starts a thread for its argument.

package locks.own_synchronous_call.bug_started_as_a_thread;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

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

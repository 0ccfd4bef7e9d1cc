// If the check throws, the finally block releases a lock that was not taken.

package locks.lock_inside_try.bug_check_inside;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Ledger {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    private static void check(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative amount");
        }
    }

    public void add(int amount) {
        try {
            check(amount);
            lock.lock();
            total += amount;
        } finally {
            lock.unlock(); // perhaps not taken
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }

    public int total() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }
}

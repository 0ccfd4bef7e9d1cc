// What may fail before the lock is held stands before the try block.

package locks.lock_inside_try.ok;

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
        check(amount);
        lock.lock();
        try {
            total += amount;
        } finally {
            lock.unlock();
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

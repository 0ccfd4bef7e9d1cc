// A thread that is interrupted while it waits does not have the lock.

package locks.lock_inside_try.bug_interrupted_inside;

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
        try {
            lock.lockInterruptibly();
            return total;
        } finally {
            lock.unlock(); // not after an interrupt
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

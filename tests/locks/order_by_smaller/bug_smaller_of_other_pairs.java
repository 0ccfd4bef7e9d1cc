// The two are not the smaller and the larger of one pair.

package locks.order_by_smaller.bug_smaller_of_other_pairs;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Bank {
    private final Lock[] locks = new Lock[8];
    private final AtomicLong moved = new AtomicLong();

    Bank() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void transfer(int from, int to, int fee) {
        Lock first = locks[Math.min(from, to)];
        Lock second = locks[Math.max(from, fee)];
        first.lock();
        try {
            second.lock();
//          ^^^^^^^^^^^^^ lock-order
            try {
                moved.incrementAndGet();
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }
}

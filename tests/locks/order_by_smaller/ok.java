// Of two places in an array, the smaller is locked first: by `min` and `max`, or by two choices.

package locks.order_by_smaller.ok;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Bank {
    private final Lock[] locks = new Lock[8];
    private final AtomicLongArray cents = new AtomicLongArray(8);

    Bank() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void transfer(int from, int to, long amount) {
        if (from == to) {
            return;
        }
        Lock first = locks[Math.min(from, to)];
        Lock second = locks[Math.max(from, to)];
        first.lock();
        try {
            second.lock();
            try {
                cents.addAndGet(from, -amount);
                cents.addAndGet(to, amount);
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    public void exchange(int here, int there) {
        int low = here < there ? here : there;
        int high = here < there ? there : here;
        locks[low].lock();
        try {
            Lock other = locks[high];
            other.lock();
            try {
                long old = cents.get(here);
                cents.set(here, cents.get(there));
                cents.set(there, old);
            } finally {
                other.unlock();
            }
        } finally {
            locks[low].unlock();
        }
    }
}

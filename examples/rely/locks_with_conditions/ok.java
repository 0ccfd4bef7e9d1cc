// Two conditions of one lock, and a lock that is released on every way out.

package rely.locks_with_conditions.ok;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ferry {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    //@ global_invariant 0 <= cars && cars <= 6
    @GuardedBy("lock") private int cars;

    public void board() throws InterruptedException {
        lock.lock();
        try {
            while (cars == 6) {
                left.await();
            }
            cars++;
        } finally {
            lock.unlock();
        }
    }

    public boolean tryBoard() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (cars == 6) {
                return false;
            }
            cars++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    public void leave() {
        lock.lock();
        try {
            if (cars > 0) {
                cars--;
                left.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}

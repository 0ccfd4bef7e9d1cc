// Without a finally block, but nothing in between can throw.

package locks.early_return.ok_released_before_each_return;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Directory {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final int[] numbers = new int[64];
    @GuardedBy("lock") private int used;

    public int find(int number) {
        lock.lock();
        try {
            for (int i = 0; i < used; i++) {
                if (numbers[i] == number) {
                    return i;
                }
            }
            return -1;
        } finally {
            lock.unlock();
        }
    }

    public void clear() {
        lock.lock();
        if (used == 0) {
            lock.unlock();
            return;
        }
        used = 0;
        lock.unlock();
    }
}

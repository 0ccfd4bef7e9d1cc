// Whoever clears an empty directory leaves with the lock.

package locks.early_return.bug_return_from_the_middle;

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
        lock.lock(); // still held on return
//      ^^^^^^^^^^^ lock-not-released
        if (used == 0) {
            return;
        }
        used = 0;
        lock.unlock();
    }
}

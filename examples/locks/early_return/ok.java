// Every way out of the search passes through the release.

package locks.early_return.ok;

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
        used = 0;
        lock.unlock();
    }
}

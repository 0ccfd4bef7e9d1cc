// Each round takes the lock and releases it, also where the round is cut short.

package locks.loops.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Scanner {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int found;

    public void scan(int[] values) {
        for (int value : values) {
            if (value < 0) {
                continue;
            }
            if (value == 0) {
                break;
            }
            lock.lock();
            found++;
            lock.unlock();
        }
    }
}

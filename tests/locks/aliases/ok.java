// A local variable that holds the same lock is the same lock.

package locks.aliases.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Cabin {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int passengers;

    public void board() {
        Lock same = this.lock;
        same.lock();
        try {
            passengers++;
        } finally {
            lock.unlock();
        }
    }
}

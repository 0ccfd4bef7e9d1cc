// The thread asks whether it has the lock, and how often.

package rely.asking_a_lock.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Door {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int passed;

    public void pass() {
        if (lock.isHeldByCurrentThread()) {
            passed = 1;
        }
        if (lock.getHoldCount() > 0) {
            passed = 2;
        }
    }
}

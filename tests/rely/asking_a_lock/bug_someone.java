// Someone has the lock, but it may be another thread.

package rely.asking_a_lock.bug_someone;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Door {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int passed;

    public void pass() {
        if (lock.isLocked()) {
            passed = 1;
//          ^^^^^^^^^^ guard
        }
    }
}

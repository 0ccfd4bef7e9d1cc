// The helper is not called when nothing is added.

package locks.lock_as_argument.bug_not_released;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Transfer {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    @GuardedBy("first") private int left;
    @GuardedBy("second") private int right;

    private static void finish(Lock lock) {
        lock.unlock();
    }

    public void addLeft(int amount) {
        first.lock();
        left += amount;
        finish(first);
    }

    public void addRight(int amount) {
        second.lock();
//      ^^^^^^^^^^^^^ lock-not-released
        if (amount != 0) {
            right += amount;
            finish(second);
        }
    }
}

// The helper is given the wrong lock.

package locks.lock_as_argument.bug_the_other_lock;

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
//      ^^^^^^^^^^^^^ lock-not-held
    }

    public void addLeft(int amount) {
        first.lock();
        left += amount;
        finish(second);
    }

    public void addRight(int amount) {
        second.lock();
        right += amount;
        finish(second);
    }
}

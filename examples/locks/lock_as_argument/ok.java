// A helper releases the lock that it is given.

package locks.lock_as_argument.ok;

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
        right += amount;
        finish(second);
    }
}

// What is run with the lock may throw, although the function that is seen does not.

package locks.public_helpers.bug_function_throws;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    public void with(Runnable action) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        action.run();
        lock.unlock();
    }

    public void add() {
        with(() -> total++);
    }
}

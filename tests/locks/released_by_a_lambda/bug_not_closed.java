// What releases the lock is not called.

package locks.released_by_a_lambda.bug_not_closed;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int books;

    private AutoCloseable held() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        return lock::unlock;
    }

    public void add() {
        AutoCloseable held = held();
        books++;
    }
}

// The helper takes the lock and returns what releases it.

package locks.released_by_a_lambda.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int books;

    private AutoCloseable held() {
        lock.lock();
        return lock::unlock;
    }

    public void add() throws Exception {
        try (AutoCloseable held = held()) {
            books++;
        }
    }
}

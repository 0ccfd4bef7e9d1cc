// The resource is closed by hand as well.

package locks.released_by_a_lambda.bug_closed_twice;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int books;

    private AutoCloseable held() {
        lock.lock();
        return lock::unlock;
//             ^^^^^^^^^^^^ lock-not-held
    }

    public void add() throws Exception {
        try (AutoCloseable held = held()) {
            books++;
            held.close();
        }
    }
}

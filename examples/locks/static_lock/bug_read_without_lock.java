// The number of objects is read without the lock.

package locks.static_lock.bug_read_without_lock;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Numbered {
    private static final ReentrantLock LOCK = new ReentrantLock();
    @GuardedBy("LOCK") private static int next;
    private final int number;

    Numbered() {
        LOCK.lock();
        try {
            number = next;
            next++;
        } finally {
            LOCK.unlock();
        }
    }

    public int number() {
        return number;
    }

    public static int made() {
        return next;
//             ^^^^ guarded-access
    }
}

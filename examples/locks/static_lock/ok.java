// What all objects share is protected by a lock that all objects share.

package locks.static_lock.ok;

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
        LOCK.lock();
        try {
            return next;
        } finally {
            LOCK.unlock();
        }
    }
}

// Each object takes a lock of its own to change what all share.

package locks.static_lock.bug_lock_of_the_object;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Numbered {
    private static final ReentrantLock LOCK = new ReentrantLock();
    @GuardedBy("LOCK") private static int next;
    private final ReentrantLock own = new ReentrantLock();
    private final int number;

    public void skip() {
        own.lock();
        try {
            next = next + 1; // under the wrong lock
//          ^^^^^^^^^^^^^^^ guarded-access
        } finally {
            own.unlock();
        }
    }

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

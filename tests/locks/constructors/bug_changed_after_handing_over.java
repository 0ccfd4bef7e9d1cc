// The object is changed without its lock although others know it.

package locks.constructors.bug_changed_after_handing_over;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Fresh {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int value;

    Fresh(int value) {
        this.value = value;
    }

    public static Fresh doubled(int value) {
        Fresh fresh = new Fresh(value);
        last = fresh;
        fresh.value = 0;
//      ^^^^^^^^^^^ guarded-access
        return fresh;
    }

    private static volatile Fresh last;

    public int value() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }
}

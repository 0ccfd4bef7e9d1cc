// The constructor starts a thread, which sees the object before it is made.

package locks.constructors.bug_thread_started_in_the_constructor;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Fresh {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int value;

    Fresh(int value) {
        this.value = value;
        new Thread(() -> {
            this.value = 1; // another thread
//          ^^^^^^^^^^ guarded-access
        }).start();
    }

    public static Fresh doubled(int value) {
        Fresh fresh = new Fresh(value);
        return fresh;
    }

    public int value() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }
}

// The exception goes past the helper.

package locks.helpers.bug_leave_forgotten;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Studio {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int scenes;

    private void enter() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
    }

    private void leave() {
        lock.unlock();
    }

    public void shoot() {
        enter();
        scenes++;
        leave();
    }

    public void cut(int count) {
        enter();
        scenes -= 10 / count;
        leave();
    }
}

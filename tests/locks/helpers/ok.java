// Private helpers take and release the lock for public methods.

package locks.helpers.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Studio {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int scenes;

    private void enter() {
        lock.lock();
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
        try {
            scenes -= 10 / count;
        } finally {
            leave();
        }
    }
}

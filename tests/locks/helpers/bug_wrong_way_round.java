// Left before it is entered.

package locks.helpers.bug_wrong_way_round;

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
//      ^^^^^^^^^^^^^ lock-not-held
    }

    public void shoot() {
        leave();
        enter();
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

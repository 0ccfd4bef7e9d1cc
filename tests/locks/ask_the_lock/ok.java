// Whoever asks whether the lock is held may release it if it is.

package locks.ask_the_lock.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Door {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private boolean open;

    public void swing(boolean carefully) {
        if (carefully) {
            lock.lock();
        }
        if (lock.isHeldByCurrentThread()) {
            open = !open;
            lock.unlock();
        }
    }
}

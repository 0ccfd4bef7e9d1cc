// That somebody has the lock does not mean that this thread has it.

package locks.ask_the_lock.bug_asks_the_wrong_question;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Door {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private boolean open;

    public void swing(boolean carefully) {
        if (carefully) {
            lock.lock();
        }
        if (lock.isLocked()) {
            lock.unlock(); // whose is it?
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

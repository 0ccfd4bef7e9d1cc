// If there is no message, the lock is kept.

package locks.interface_lock.bug_null_message;

import java.util.concurrent.locks.Lock;
import net.jcip.annotations.GuardedBy;

class Relay {
    private final Lock lock;
    @GuardedBy("lock") private int messages;

    Relay(Lock lock) {
        this.lock = lock;
    }

    public void pass(String message) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        messages += message.length();
        lock.unlock();
    }
}

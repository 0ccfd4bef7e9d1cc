// Any lock will do: the field has the type of the interface.

package locks.interface_lock.ok;

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
        try {
            messages += message.length();
        } finally {
            lock.unlock();
        }
    }
}

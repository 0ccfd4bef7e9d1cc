// The lock that the caller gives is released by the end.

package locks.lock_parameter_of_public_method.ok;

import java.util.concurrent.locks.Lock;

class Tool {
    public static void with(Lock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}

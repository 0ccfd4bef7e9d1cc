// The parameter is another lock by the end.

package locks.lock_parameter_of_public_method.bug_parameter_reassigned;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Tool {
    public static void with(Lock lock, Runnable action) {
        lock.lock(); // the caller's
        try {
            action.run();
            lock = new ReentrantLock();
        } finally {
            lock.unlock(); // ours
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

// Assertions may be switched off.

package locks.interface_lock.bug_assertion;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final Lock lock = new ReentrantLock();

    public void add(boolean isFree) {
        assert isFree;
        if (!isFree) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
    }
}

// The last one is not released.

package locks.all_elements.bug_one_is_left;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Stripes {
    private final ReentrantLock[] locks = new ReentrantLock[8];

    Stripes() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void all() {
        for (int i = 0; i < locks.length; i++) {
            locks[i].lock();
//          ^^^^^^^^^^^^^^^ lock-not-released
        }
        for (int i = locks.length - 2; i >= 0; i--) {
            locks[i].unlock();
        }
    }

    public void each() {
        for (Lock lock : locks) {
            lock.lock();
        }
        for (Lock lock : locks) {
            lock.unlock();
        }
    }
}

// All locks of an array are taken, upwards, and released in whatever order.

package locks.all_elements.ok;

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
        }
        for (int i = locks.length - 1; i >= 0; i--) {
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

// One method goes upwards, the other downwards.

package locks.all_elements.bug_both_ways;

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
//          ^^^^^^^^^^^^^^^ lock-order
        }
        for (int i = locks.length - 1; i >= 0; i--) {
            locks[i].unlock();
        }
    }

    public void each() {
        for (int i = locks.length - 1; i >= 0; i--) {
            locks[i].lock();
        }
        for (Lock lock : locks) {
            lock.unlock();
        }
    }
}

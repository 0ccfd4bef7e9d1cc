// A new lock for each call keeps nobody out, though a helper makes it.

package locks.locks_not_known.bug_made_here;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private int n;

    private Lock lock() {
        return new ReentrantLock();
    }

    public void raise() {
        Lock lock = lock();
        lock.lock();
        try {
            n++;
//          ^ lock-unknown
        } finally {
            lock.unlock();
        }
    }
}

// Whatever a function throws, the lock is given back.

package locks.functions_from_outside.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Runs {
    private final Lock lock = new ReentrantLock();

    public void run(Runnable given) {
        if (given == null) {
            return;
        }
        lock.lock();
        try {
            given.run();
        } finally {
            lock.unlock();
        }
    }
}

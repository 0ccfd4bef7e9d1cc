// Whoever runs the function is left with the lock.

package locks.unseen_code.bug_function_keeps_lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;

class Counter {
    private static final Logger LOG = Logger.getLogger("counter");
    private final Lock lock = new ReentrantLock();
    private int count;

    public void start() {
        LOG.setFilter(record -> {
//      ^^^^^^^^^^^^^ lock-unknown
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            return ++count > 3;
        });
    }
}

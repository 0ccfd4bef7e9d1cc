// The flag is a field, and another thread may change it between the tests.

package locks.conditional_lock.bug_shared_flag;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder lines = new LongAdder();
    private volatile boolean shared;

    public void share(boolean value) {
        shared = value;
    }

    public void add(int count) {
        if (shared) {
            lock.lock();
        }
        lines.add(count);
        if (shared) {
            lock.unlock(); // perhaps shared since a moment ago only
//          ^^^^^^^^^^^^^ lock-not-held
            return;
        }
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }
}

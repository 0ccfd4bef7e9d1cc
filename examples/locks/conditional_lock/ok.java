// The lock is taken and released on the same condition, which does not change in between.

package locks.conditional_lock.ok;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder lines = new LongAdder();

    public void add(boolean shared, int count) {
        if (shared) {
            lock.lock();
        }
        lines.add(count);
        if (shared) {
            lock.unlock();
        }
    }
}

// The second test is true more often than the first.

package locks.conditional_lock.bug_another_condition;

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
        if (shared || count > 10) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}

// The flag is changed between the two tests.

package locks.conditional_lock.bug_condition_changes;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder lines = new LongAdder();

    public void add(boolean shared, int count) {
        if (shared) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
        lines.add(count);
        if (count < 0) {
            shared = false;
        }
        if (shared) {
            lock.unlock();
        }
    }
}

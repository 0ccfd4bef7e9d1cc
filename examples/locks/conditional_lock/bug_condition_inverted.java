// The second test is the opposite of the first.

package locks.conditional_lock.bug_condition_inverted;

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
        if (!shared) {
            lock.unlock(); // never taken
//          ^^^^^^^^^^^^^ lock-not-held
            return;
        }
        lock.unlock();
    }
}

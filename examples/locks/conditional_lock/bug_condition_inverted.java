// The second test is the opposite of the first.

package locks.conditional_lock.bug_condition_inverted;

import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();
    private int lines;

    public void add(boolean shared, int count) {
        if (shared) {
            lock.lock();
        }
        lines += count;
        if (!shared) {
            lock.unlock(); // never taken
//          ^^^^^^^^^^^^^ lock-not-held
            return;
        }
        lock.unlock();
    }
}

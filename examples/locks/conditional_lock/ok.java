// The lock is taken and released on the same condition, which does not change in between.

package locks.conditional_lock.ok;

import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();
    private int lines;

    public void add(boolean shared, int count) {
        if (shared) {
            lock.lock();
        }
        lines += count;
        if (shared) {
            lock.unlock();
        }
    }
}

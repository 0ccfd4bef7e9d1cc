// Wrong: the second count is after the release: two threads lose one.

package siblings.half_guarded.bug_lock_released_early;

import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private int passed;

    public void pass(boolean twice) {
        lock.lock();
        try {
            passed++;
        } finally {
            lock.unlock();
        }
        if (twice) {
            passed++;
        }
    }
}

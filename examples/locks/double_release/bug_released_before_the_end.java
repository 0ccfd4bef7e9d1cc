// The lock is released early and again in the finally block.

package locks.double_release.bug_released_before_the_end;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Diary {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int pages;

    public void write() {
        lock.lock();
        try {
            pages++;
            turn();
            lock.unlock();
        } finally {
            lock.unlock(); // a second time
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }

    private void turn() {
        lock.lock();
        try {
            if (pages < 0) {
                pages = 0;
            }
        } finally {
            lock.unlock();
        }
    }
}

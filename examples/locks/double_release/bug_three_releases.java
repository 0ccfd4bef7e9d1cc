// The inner method releases for the outer one as well.

package locks.double_release.bug_three_releases;

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
        } finally {
            lock.unlock(); // already done for us
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
            lock.unlock();
        }
    }
}

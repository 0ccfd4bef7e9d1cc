// Two levels of entry need two releases, not three.

package locks.double_release.ok;

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
            lock.unlock();
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

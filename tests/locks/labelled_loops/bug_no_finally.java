// Going on with the next row leaves the lock behind.

package locks.labelled_loops.bug_no_finally;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Grid {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int hits;

    public void search(boolean[][] cells) {
        rows:
        for (boolean[] row : cells) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            for (int i = 0; i < 3; i++) {
                if (i == hits) {
                    continue rows;
                }
            }
            lock.unlock();
        }
    }
}

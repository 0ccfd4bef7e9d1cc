// Leaving two loops at once releases what was taken in the outer one.

package locks.labelled_loops.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Grid {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int hits;

    public void search(boolean[][] cells) {
        rows:
        for (boolean[] row : cells) {
            lock.lock();
            try {
                for (boolean cell : row) {
                    if (cell) {
                        hits++;
                        continue rows;
                    }
                }
            } finally {
                lock.unlock();
            }
        }
    }
}

// A copy of an array of arrays has the same rows.

package locks.rows_of_arrays.bug_copied;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Grid {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final int[][] cells = new int[3][3];

    public void clear() {
        int[][] copy;
        int[][] part;
        lock.lock();
        try {
            copy = cells.clone();
            part = Arrays.copyOf(cells, 2);
        } finally {
            lock.unlock();
        }
        copy[0][0] = 0;
//      ^^^^^^^^^^^^^^ guarded-access
        part[0][0] = 0;
//      ^^^^^^^^^^^^^^ guarded-access
    }
}

// An array that is copied into is written, one that is copied from is read.

package locks.guarded_views.bug_copied_into_by_a_reader;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Row {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final int[] cells = new int[8];

    public void fill(int[] from) {
        lock.readLock().lock();
        try {
            System.arraycopy(from, 0, cells, 0, 8);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }

    public void copy(int[] to) {
        lock.readLock().lock();
        try {
            System.arraycopy(cells, 0, to, 0, 8);
        } finally {
            lock.readLock().unlock();
        }
    }
}

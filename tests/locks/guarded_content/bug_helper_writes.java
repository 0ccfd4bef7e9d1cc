// A reader lets a helper write.

package locks.guarded_content.bug_helper_writes;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Row {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    //@ needs lock
    private final int[] cells = new int[4];

    public void read() {
        lock.readLock().lock();
        try {
            fill(cells);
        } finally {
            lock.readLock().unlock();
        }
    }

    private static void fill(int[] row) {
        row[0] = 1;
//      ^^^^^^^^^^ guarded-access
    }
}

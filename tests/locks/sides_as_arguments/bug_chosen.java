// A side in a variable is still a side of its lock.

package locks.sides_as_arguments.bug_chosen;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Table {
    private static final ReentrantReadWriteLock ROWS = new ReentrantReadWriteLock();
    private static final ReentrantReadWriteLock COLUMNS = new ReentrantReadWriteLock();
    private static final Object LOCK = new Object();

    public static void one(boolean isRow) {
        Lock chosen = isRow ? ROWS.writeLock() : COLUMNS.writeLock();
        chosen.lock();
        try {
            synchronized (LOCK) {
//          ^^^^^^^^^^^^^^^^^^^ lock-order
                LOCK.notifyAll();
            }
        } finally {
            chosen.unlock();
        }
    }

    public static void other() {
        synchronized (LOCK) {
            ROWS.writeLock().lock();
            ROWS.writeLock().unlock();
        }
    }
}

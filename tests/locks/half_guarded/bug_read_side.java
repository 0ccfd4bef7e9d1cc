// A thread writes with the side that several hold at once.

package locks.half_guarded.bug_read_side;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Table {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int rows;
    private int asked;

    public void add() {
        lock.writeLock().lock();
        try {
            rows++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int rows() {
        lock.readLock().lock();
        try {
            asked++;
//          ^^^^ lock-unknown
            return rows;
        } finally {
            lock.readLock().unlock();
        }
    }
}

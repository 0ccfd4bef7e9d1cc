// Wrong: hit() writes with the read lock, which two threads may hold at once: one count is lost.

package siblings.half_guarded.bug_written_as_reader;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Cache {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private int hits;

    public void reset() {
        rw.writeLock().lock();
        try {
            hits = 0;
        } finally {
            rw.writeLock().unlock();
        }
    }

    public void hit() {
        rw.readLock().lock();
        try {
            hits++;
        } finally {
            rw.readLock().unlock();
        }
    }
}

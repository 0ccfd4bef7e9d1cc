// Each object has its own read-write lock, and all have one array.

package locks.static_under_an_instance.bug_read_write_lock;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Slots {
    private static final int[] SLOTS = new int[16];
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public void set(int at, int value) {
        lock.writeLock().lock();
        try {
            SLOTS[at & 15] = value;
//          ^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int get(int at) {
        lock.readLock().lock();
        try {
            return SLOTS[at & 15];
        } finally {
            lock.readLock().unlock();
        }
    }
}

// The side may be that of a reader, who does not get the other one.

package locks.one_lock_twice.bug_side_in_a_variable;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Table {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int count;

    public void add(boolean isReader) {
        Lock side = isReader ? lock.readLock() : lock.writeLock();
        side.lock();
        lock.writeLock().lock();
//      ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        count++;
        lock.writeLock().unlock();
        side.unlock();
    }
}

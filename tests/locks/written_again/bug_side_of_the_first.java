// The side belongs to the lock that the first constructor has made.

package locks.written_again.bug_side_of_the_first;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Table {
    private ReentrantReadWriteLock lock;
    private final Lock write;
    @GuardedBy("lock") private int rows;

    Table() {
        lock = new ReentrantReadWriteLock();
        write = lock.writeLock();
    }

    Table(int rows) {
        this();
        lock = new ReentrantReadWriteLock();
    }

    public void add() {
        write.lock();
        try {
            rows++;
//          ^^^^ guarded-access
        } finally {
            write.unlock();
        }
    }
}

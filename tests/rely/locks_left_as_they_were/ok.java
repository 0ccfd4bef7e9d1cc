// A method with an abstraction leaves the locks as they were.

package rely.locks_left_as_they_were.ok;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("rw") private int value;

    //@ modifies \nothing
    private int look() {
        rw.readLock().lock();
        try {
            return value;
        } finally {
            rw.readLock().unlock();
        }
    }

    public int get() {
        return look();
    }
}

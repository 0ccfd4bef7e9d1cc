// The read side is still held when the method returns, which its abstraction does not say.

package rely.locks_left_as_they_were.bug_read_side_kept;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("rw") private int value;

    //@ modifies \nothing
    private int look() {
//              ^^^^ abstraction
        rw.readLock().lock();
        return value;
    }

    public int get() {
        return look();
    }
}

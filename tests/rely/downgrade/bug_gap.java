// Without the read side there is a gap.

package rely.downgrade.bug_gap;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int pieces;

    public int set(int newPieces) {
        lock.writeLock().lock();
        pieces = newPieces;
        lock.writeLock().unlock();
        lock.readLock().lock();
        int now = pieces;
        lock.readLock().unlock();
        //@ assert now == newPieces
//          ^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        return now;
    }
}

// The writer keeps the read side when it gives up the write side.

package rely.downgrade.ok;

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
        lock.readLock().lock();
        lock.writeLock().unlock();
        int now = pieces;
        lock.readLock().unlock();
        //@ assert now == newPieces
        return now;
    }
}

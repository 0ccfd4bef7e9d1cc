// Entered twice and left once, the read lock is still held; the second exit ends the reading.

package locks.read_after_exit.ok;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Catalogue {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int titles;

    public int titles() {
        lock.readLock().lock();
        lock.readLock().lock();
        lock.readLock().unlock();
        int result = titles;
        lock.readLock().unlock();
        return result;
    }

    public void add() {
        lock.writeLock().lock();
        titles++;
        lock.writeLock().unlock();
    }
}

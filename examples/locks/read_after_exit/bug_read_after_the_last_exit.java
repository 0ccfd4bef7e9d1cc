// Entered twice and left twice: the read comes after the last exit.

package locks.read_after_exit.bug_read_after_the_last_exit;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Catalogue {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int titles;

    public int titles() {
        lock.readLock().lock();
        lock.readLock().lock();
        lock.readLock().unlock();
        lock.readLock().unlock();
        int result = titles;
//                   ^^^^^^ guarded-access
        return result;
    }

    public void add() {
        lock.writeLock().lock();
        titles++;
        lock.writeLock().unlock();
    }
}

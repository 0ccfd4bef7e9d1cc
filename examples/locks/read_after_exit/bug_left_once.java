// Entered twice and left once, the reader stays for ever.

package locks.read_after_exit.bug_left_once;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Catalogue {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private int titles;

    public int titles() {
        lock.readLock().lock(); // never left
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        lock.readLock().lock();
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

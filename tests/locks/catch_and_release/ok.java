// The handler releases the lock and passes the exception on.

package locks.catch_and_release.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Oven {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int loaves;

    public void bake(int[] recipe) {
        lock.lock();
        try {
            loaves += recipe[0];
        } catch (RuntimeException e) {
            lock.unlock();
            throw e;
        }
        lock.unlock();
    }
}

// The handler releases and does not leave.

package locks.catch_and_release.bug_handler_goes_on;

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
        }
        lock.unlock(); // twice after an exception
//      ^^^^^^^^^^^^^ lock-not-held
    }
}

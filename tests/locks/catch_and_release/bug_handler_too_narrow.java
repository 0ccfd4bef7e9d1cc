// An index out of bounds is not what the handler is for.

package locks.catch_and_release.bug_handler_too_narrow;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Oven {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int loaves;

    public void bake(int[] recipe) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            loaves += recipe[0];
        } catch (NullPointerException e) {
            lock.unlock();
            throw e;
        }
        lock.unlock();
    }
}

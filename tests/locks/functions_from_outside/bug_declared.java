// What the function declares is not caught.

package locks.functions_from_outside.bug_declared;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    public void call(Callable<String> action) throws Exception {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            action.call();
            count++;
        } catch (RuntimeException | Error e) {
            lock.unlock();
            throw e;
        }
        lock.unlock();
    }
}

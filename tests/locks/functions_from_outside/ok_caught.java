// What need not be declared is caught by two classes.

package locks.functions_from_outside.ok_caught;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    public void run(Runnable action) {
        lock.lock();
        try {
            action.run();
            count++;
        } catch (RuntimeException | Error e) {
            lock.unlock();
            throw e;
        }
        lock.unlock();
    }

    public void call(Callable<String> action) throws Exception {
        lock.lock();
        try {
            action.call();
            count++;
        } catch (Exception | Error e) {
            lock.unlock();
            throw e;
        }
        lock.unlock();
    }
}

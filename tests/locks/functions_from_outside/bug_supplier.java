// A function may throw, and nobody gives the lock back.

package locks.functions_from_outside.bug_supplier;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

class Runs {
    private final Lock lock = new ReentrantLock();

    public void run(Supplier<String> given) {
        if (given == null) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        given.get();
        lock.unlock();
    }
}

// A function may throw, and nobody gives the lock back.

package locks.functions_from_outside.bug_runnable;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Runs {
    private final Lock lock = new ReentrantLock();

    public void run(Runnable given) {
        if (given == null) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        given.run();
        lock.unlock();
    }
}

// A comparison may throw, and nobody gives the lock back.

package locks.functions_from_outside.bug_comparator;

import java.util.Comparator;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Runs {
    private final Lock lock = new ReentrantLock();

    public void run(Comparator<String> given) {
        if (given == null) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        given.compare("a", "b");
        lock.unlock();
    }
}

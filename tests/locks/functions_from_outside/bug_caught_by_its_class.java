// What a function throws may be of any class.

package locks.functions_from_outside.bug_caught_by_its_class;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Runs {
    private final Lock lock = new ReentrantLock();

    static class Special extends RuntimeException {
    }

    public void run(Runnable given) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            given.run();
        } catch (Special e) {
            return;
        } catch (Throwable e) {
            lock.unlock();
            return;
        }
        lock.unlock();
    }
}

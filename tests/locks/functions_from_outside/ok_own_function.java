// A function of our own that does not throw.

package locks.functions_from_outside.ok_own_function;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Runs {
    private final Lock lock = new ReentrantLock();
    private int count;

    public void twice() {
        run(() -> count += 2);
    }

    private void run(Runnable given) {
        lock.lock();
        given.run();
        lock.unlock();
    }
}

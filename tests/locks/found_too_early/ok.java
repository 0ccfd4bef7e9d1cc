// The thread begins where the object is complete.

package locks.found_too_early.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Worker {
    private static final Lock ALL = new ReentrantLock();
    private Lock own;
    private int count;

    public Worker() {
        own = new ReentrantLock();
        new Thread(this::work).start();
    }

    void work() {
        ALL.lock();
        own.lock();
        count++;
        own.unlock();
        ALL.unlock();
    }
}

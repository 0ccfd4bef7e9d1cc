// The thread may find no lock yet.

package locks.found_too_early.bug_still_null;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Worker {
    private static final Lock ALL = new ReentrantLock();
    private Lock own;
    private int count;

    public Worker() {
        new Thread(this::work).start();
        own = new ReentrantLock();
    }

    void work() {
        ALL.lock();
//      ^^^^^^^^^^ lock-not-released
        own.lock();
        count++;
        own.unlock();
        ALL.unlock();
    }
}

// Taken thirteen times, given back twelve times.

package locks.counted_reentry.bug_thirteen_and_twelve;

import java.util.concurrent.locks.ReentrantLock;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();

    public void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        lock.unlock();
    }
}

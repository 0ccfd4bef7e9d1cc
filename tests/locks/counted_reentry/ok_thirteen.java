// Taken thirteen times, given back thirteen times.

package locks.counted_reentry.ok_thirteen;

import java.util.concurrent.locks.ReentrantLock;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();

    public void run() {
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
        lock.unlock();
    }
}

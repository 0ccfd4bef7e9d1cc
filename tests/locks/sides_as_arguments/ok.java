// The read side comes as an argument while the read side is held.

package locks.sides_as_arguments.ok;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Store {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicInteger value = new AtomicInteger();

    public void change() {
        lock.readLock().lock();
        try {
            with(side());
        } finally {
            lock.readLock().unlock();
        }
    }

    private Lock side() {
        return lock.readLock();
    }

    private void with(Lock side) {
        side.lock();
        try {
            value.incrementAndGet();
        } finally {
            side.unlock();
        }
    }
}

// The write side comes as an argument while the read side is held.

package locks.sides_as_arguments.bug_upgrade;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Store {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    public void change() {
        lock.readLock().lock();
        try {
            with(side());
        } finally {
            lock.readLock().unlock();
        }
    }

    private Lock side() {
        return lock.writeLock();
    }

    private void with(Lock side) {
        side.lock();
//      ^^^^^^^^^^^ self-deadlock
        try {
            value++;
        } finally {
            side.unlock();
        }
    }
}

// The helper has no name for the lock but the side that it is given.

package locks.sides_as_arguments.bug_upgrade_in_a_static_helper;

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

    private static void with(Lock side) {
        side.lock();
//      ^^^^^^^^^^^ self-deadlock
        try {
            Thread.yield();
        } finally {
            side.unlock();
        }
    }
}

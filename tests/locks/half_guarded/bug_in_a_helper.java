// The helper is called with the lock by one method, and without by another one.

package locks.half_guarded.bug_in_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Bag {
    private final ReentrantLock lock = new ReentrantLock();
    private int size;

    public void add() {
        lock.lock();
        try {
            grow();
        } finally {
            lock.unlock();
        }
    }

    public void addQuickly() {
        grow();
    }

    private void grow() {
        size++;
//      ^^^^ shared-field
    }
}

// A helper that answers whether it has done what its clause says.

package locks.declared_helpers.ok_answers;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    //@ acquires lock
    private boolean begin() {
        return lock.tryLock();
    }

    public void add() {
        if (begin()) {
            count++;
            lock.unlock();
        }
    }
}

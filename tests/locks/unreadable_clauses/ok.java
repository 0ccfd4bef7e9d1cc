// All clauses can be read.

package locks.unreadable_clauses.ok;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    //@ needs lock
    private int count;

    //@ needs lock
    private void raise() {
        count++;
    }

    public void count() {
        lock.lock();
        try {
            raise();
        } finally {
            lock.unlock();
        }
    }
}

// A lock that is no read-write lock has no sides.

package locks.words_of_clauses.bug_no_sides;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    //@ needs lock.readLock()
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ lock-annotation
    private int balance() {
        return balance;
    }

    public int get() {
        lock.lock();
        try {
            return balance();
        } finally {
            lock.unlock();
        }
    }
}

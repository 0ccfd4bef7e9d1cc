// A clause without a lock says nothing of the lock that is taken.

package locks.words_of_clauses.bug_names_nothing;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();

    //@ acquires
//  ^^^^^^^^^^^^ lock-annotation
    public void begin() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
    }

    //@ releases lock
    public void end() {
        lock.unlock();
    }
}

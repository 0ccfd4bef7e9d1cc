// The clause names no lock: it is not held to what it does not say.

package locks.words_of_clauses.bug_misspelt;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();

    //@ acquires lokc
//  ^^^^^^^^^^^^^^^^^ lock-annotation
    public void begin() {
        lock.lock();
    }
}

// The answer says nothing of the lock.

package locks.declared_helpers.bug_answers_something_else;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    //@ acquires lock
    private boolean begin() {
//                  ^^^^^ lock-contract
        lock.lock();
        return count > 0;
    }

    public void add() {
        if (begin()) {
            count++;
            lock.unlock();
        }
    }
}

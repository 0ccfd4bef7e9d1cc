// `this` is the monitor of the object, which nobody takes here.

package locks.words_of_clauses.bug_this_not_taken;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();

    //@ acquires lock, this
    public void begin() {
//              ^^^^^ lock-contract
        lock.lock();
    }

    //@ releases lock
    public void end() {
        lock.unlock();
    }
}

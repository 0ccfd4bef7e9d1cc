// Wrong: the override of begin() does not take the lock that the clause promises; its end() releases what is not held:
// IllegalMonitorStateException, and `n` is written without a lock.

package siblings.override_clause.bug_helper_not_locked;

import java.util.concurrent.locks.ReentrantLock;

class Base {
    protected final ReentrantLock lock = new ReentrantLock();
    protected int n;

    //@ acquires lock
    void begin() {
        lock.lock();
    }

    //@ releases lock
    void end() {
        lock.unlock();
    }

    public void step() {
        begin();
        try {
            n++;
        } finally {
            end();
        }
    }
}

class Below extends Base {
    @Override
    void begin() {
    }
}

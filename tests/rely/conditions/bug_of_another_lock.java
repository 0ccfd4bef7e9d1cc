// The condition belongs to the second lock; the first is held.

package rely.conditions.bug_of_another_lock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Signal {
    //@ global_invariant 0 <= count
    private int count;
    private final Lock lock;
    private final Condition changed;

    Signal() {
        Lock made = new ReentrantLock();
        lock = made;
        made = new ReentrantLock();
        changed = made.newCondition();
    }

    public void tell() {
        if (lock != null && changed != null) {
            lock.lock();
            changed.signal();
//          ^^^^^^^^^^^^^^^^ monitor-not-held
            lock.unlock();
        }
    }
}

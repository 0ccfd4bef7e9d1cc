// The condition belongs to the lock that is held.

package rely.conditions.ok;

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
        changed = made.newCondition();
    }

    public void tell() {
        lock.lock();
        changed.signal();
        lock.unlock();
    }
}

// Which field gets the lock of the condition depends on the way.

package rely.conditions.bug_of_one_lock_or_the_other;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Signal {
    private final Lock first;
    private final Lock second;
    private final Condition changed;

    public Signal(boolean isFirst) {
        Lock lock = new ReentrantLock();
        if (isFirst) {
            first = lock;
            second = new ReentrantLock();
        } else {
            first = new ReentrantLock();
            second = lock;
        }
        changed = lock.newCondition();
    }

    public void tell() {
        first.lock();
        changed.signalAll();
//      ^^^^^^^^^^^^^^^^^^^ monitor-not-held
        first.unlock();
    }
}

// The lock that is held is not the one of the condition.

package locks.conditions.bug_await_with_another_lock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Slot {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ReentrantLock other = new ReentrantLock();
    @GuardedBy("lock") private Object content;

    public void put(Object item) throws InterruptedException {
        lock.lock();
        try {
            while (content != null) {
                changed.await();
            }
            content = item;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public Object take() throws InterruptedException {
        lock.lock();
        try {
            while (content == null) {
                changed.await();
            }
            Object item = content;
            content = null;
            changed.signalAll();
            return item;
        } finally {
            lock.unlock();
        }
    }

    public void nudge() {
        other.lock();
        try {
            changed.signal(); // of the first lock
//          ^^^^^^^^^^^^^^^^ lock-not-held
        } finally {
            other.unlock();
        }
    }
}

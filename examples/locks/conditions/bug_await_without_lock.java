// The thread waits without the lock.

package locks.conditions.bug_await_without_lock;

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

    public void nudge() throws InterruptedException {
        changed.await(); // no lock
//      ^^^^^^^^^^^^^^^ lock-not-held
    }
}

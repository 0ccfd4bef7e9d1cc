// The lock class forgets to take the lock that it stands for.

package locks.own_lock_as_guard.bug_takes_nothing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class CountingLock implements Lock {
    private final ReentrantLock inner = new ReentrantLock();
    @GuardedBy("inner") private long count;

    public void lock() {
    }

    public void lockInterruptibly() throws InterruptedException {
        inner.lockInterruptibly();
    }

    public boolean tryLock() {
        return inner.tryLock();
    }

    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return inner.tryLock(time, unit);
    }

    public void unlock() {
        inner.unlock();
//      ^^^^^^^^^^^^^^ lock-not-held
    }

    public Condition newCondition() {
        return inner.newCondition();
    }
}

class Account {
    private final Lock lock = new CountingLock();
    private final CountingLock other = new CountingLock();
    @GuardedBy("lock") private int balance;
    @GuardedBy("other") private int interest;

    public void add(int amount) {
        lock.lock();
        try {
            balance += amount;
//          ^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.unlock();
        }
    }

    public void tryToAdd(int amount) {
        if (other.tryLock()) {
            try {
                interest += amount;
//              ^^^^^^^^^^^^^^^^^^ guarded-access
            } finally {
                other.unlock();
            }
        }
    }
}

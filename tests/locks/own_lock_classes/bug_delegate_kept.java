package locks.own_lock_classes.bug_delegate_kept;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that may keep the other one: `unlock` does not always hand on. */
class CountingLock implements Lock {
    private final Lock delegate = new ReentrantLock();
    private volatile int taken;

    @Override
    public void lock() {
        delegate.lock();
//      ^^^^^^^^^^^^^^^ lock-not-released
        taken++;
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        delegate.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return delegate.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return delegate.tryLock(time, unit);
    }

    @Override
    public void unlock() {
        if (taken > 0) {
            delegate.unlock();
        }
    }

    @Override
    public Condition newCondition() {
        return delegate.newCondition();
    }
}

class Counter {
    private final Lock lock = new CountingLock();
    private int count;

    public void increment() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }
}

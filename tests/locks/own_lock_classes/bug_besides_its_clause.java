package locks.own_lock_classes.bug_besides_its_clause;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The clause names one lock, and another one stays held besides. */
class LoggingLock implements Lock {
    private final Lock delegate = new ReentrantLock();
    private final Lock log = new ReentrantLock();

    //@ acquires delegate
    @Override
    public void lock() {
        log.lock();
//      ^^^^^^^^^^ lock-not-released
        delegate.lock();
    }

    //@ acquires delegate
    @Override
    public void lockInterruptibly() throws InterruptedException {
        delegate.lockInterruptibly();
    }

    //@ acquires delegate
    @Override
    public boolean tryLock() {
        return delegate.tryLock();
    }

    //@ acquires delegate
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return delegate.tryLock(time, unit);
    }

    //@ releases delegate
    @Override
    public void unlock() {
        delegate.unlock();
    }

    @Override
    public Condition newCondition() {
        return delegate.newCondition();
    }
}

package locks.own_lock_classes.bug_own_operations;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Operations that leave held what their callers do not ask for, or do not know of. Nobody in the program calls them. */
class LoggingLock implements Lock {
    private final Lock delegate = new ReentrantLock();
    private final Lock log = new ReentrantLock();
    private final Runnable logger;

    LoggingLock(Runnable logger) {
        this.logger = logger;
    }

    @Override
    public void lock() {
        delegate.lock();
//      ^^^^^^^^^^^^^^^ lock-not-released
        logger.run();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        delegate.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return !delegate.tryLock();
//              ^^^^^^^^^^^^^^^^^^ lock-not-released
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return delegate.tryLock(time, unit);
    }

    @Override
    public void unlock() {
        delegate.unlock();
        log.lock();
//      ^^^^^^^^^^ lock-not-released
    }

    @Override
    public Condition newCondition() {
        return delegate.newCondition();
    }
}

package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

@Lock
public interface Lock {
    @Lock void lock();
    @LockInterruptibly void lockInterruptibly() throws InterruptedException;
    @TryLock boolean tryLock();
    @TimedTryLock boolean tryLock(long time, TimeUnit unit) throws InterruptedException;
    @Unlock void unlock() throws IllegalMonitorStateException;
    @NewCondition Condition newCondition();
}

@Lock @Exclusive
public class ReentrantLock implements Lock {
    public ReentrantLock() { }
    public ReentrantLock(boolean fair) { }
    @Lock public void lock();
    @LockInterruptibly public void lockInterruptibly() throws InterruptedException;
    @TryLock public boolean tryLock();
    @TimedTryLock public boolean tryLock(long time, TimeUnit unit) throws InterruptedException;
    @Unlock public void unlock() throws IllegalMonitorStateException;
    @NewCondition public Condition newCondition();
    @IsHeldByCurrentThread public boolean isHeldByCurrentThread();
    @IsLocked public boolean isLocked();
    @HoldCount public int getHoldCount();
    @Pure public final boolean isFair();
    @Input public final boolean hasQueuedThreads();
    @Input public final int getQueueLength();
    @Input public boolean hasWaiters(Condition condition);
}

@Condition
public interface Condition {
    @ConditionAwait void await() throws InterruptedException, IllegalMonitorStateException;
    @ConditionAwait void awaitUninterruptibly() throws IllegalMonitorStateException;
    @TimedConditionAwait boolean await(long time, TimeUnit unit)
        throws InterruptedException, IllegalMonitorStateException;
    @TimedConditionAwait long awaitNanos(long nanos) throws InterruptedException, IllegalMonitorStateException;
    @TimedConditionAwait boolean awaitUntil(java.util.Date deadline)
        throws InterruptedException, IllegalMonitorStateException;
    @ConditionSignal void signal() throws IllegalMonitorStateException;
    @ConditionSignalAll void signalAll() throws IllegalMonitorStateException;
}

@ReadWriteLock
public interface ReadWriteLock {
    @ReadLock Lock readLock();
    @WriteLock Lock writeLock();
}

@ReadWriteLock
public class ReentrantReadWriteLock implements ReadWriteLock {
    public ReentrantReadWriteLock() { }
    public ReentrantReadWriteLock(boolean fair) { }
    @ReadLock public ReentrantReadWriteLock.ReadLock readLock();
    @WriteLock public ReentrantReadWriteLock.WriteLock writeLock();
    @IsHeldByCurrentThread public boolean isWriteLockedByCurrentThread();
    @IsLocked public boolean isWriteLocked();
    @HoldCount public int getReadHoldCount();
    @HoldCount public int getWriteHoldCount();
    @Input public int getReadLockCount();

    @Lock @ReadSide
    public static class ReadLock implements Lock {
        @Lock public void lock();
        @LockInterruptibly public void lockInterruptibly() throws InterruptedException;
        @TryLock public boolean tryLock();
        @TimedTryLock public boolean tryLock(long time, TimeUnit unit) throws InterruptedException;
        @Unlock public void unlock() throws IllegalMonitorStateException;
        @NewCondition public Condition newCondition() throws UnsupportedOperationException;
    }

    @Lock @Exclusive
    public static class WriteLock implements Lock {
        @Lock public void lock();
        @LockInterruptibly public void lockInterruptibly() throws InterruptedException;
        @TryLock public boolean tryLock();
        @TimedTryLock public boolean tryLock(long time, TimeUnit unit) throws InterruptedException;
        @Unlock public void unlock() throws IllegalMonitorStateException;
        @NewCondition public Condition newCondition();
        @IsHeldByCurrentThread public boolean isHeldByCurrentThread();
        @HoldCount public int getHoldCount();
    }
}

@StampedLock
public class StampedLock {
    public StampedLock() { }
    @StampWriteLock public long writeLock();
    @StampWriteLock public long writeLockInterruptibly() throws InterruptedException;
    @StampTryWriteLock public long tryWriteLock();
    @StampTryWriteLock public long tryWriteLock(long time, TimeUnit unit) throws InterruptedException;
    @StampReadLock public long readLock();
    @StampReadLock public long readLockInterruptibly() throws InterruptedException;
    @StampTryReadLock public long tryReadLock();
    @StampTryReadLock public long tryReadLock(long time, TimeUnit unit) throws InterruptedException;
    @StampOptimisticRead public long tryOptimisticRead();
    @StampValidate public boolean validate(long stamp);
    @StampUnlock public void unlock(long stamp) throws IllegalMonitorStateException;
    @StampUnlockRead public void unlockRead(long stamp) throws IllegalMonitorStateException;
    @StampUnlockWrite public void unlockWrite(long stamp) throws IllegalMonitorStateException;
    @StampToWrite public long tryConvertToWriteLock(long stamp);
    @StampToRead public long tryConvertToReadLock(long stamp);
    @StampToOptimistic public long tryConvertToOptimisticRead(long stamp);
    @IsLocked public boolean isWriteLocked();
    @IsLocked public boolean isReadLocked();
    @StampIsRead public static boolean isReadLockStamp(long stamp);
    @StampIsWrite public static boolean isWriteLockStamp(long stamp);
    @StampIsLock public static boolean isLockStamp(long stamp);
    @StampIsOptimistic public static boolean isOptimisticReadStamp(long stamp);
}

@ThreadSafe
public class LockSupport {
    @ThreadYield public static void park();
    @ThreadYield public static void park(Object blocker);
    @ThreadYield public static void parkNanos(long nanos);
    @ThreadYield public static void parkNanos(Object blocker, long nanos);
    @Output public static void unpark(Thread thread);
    @Output public static void setCurrentBlocker(Object blocker);
}

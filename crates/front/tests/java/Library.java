import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks, atomics and other tools of java.util.concurrent. */
class Library {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private final AtomicInteger counter = new AtomicInteger(3);
    private final AtomicReference<int[]> data = new AtomicReference<>();
    private final Semaphore permits = new Semaphore(1);
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile boolean done;
    private int value;

    void waits() throws InterruptedException {
        lock.lock();
        try {
            while (!done) changed.await();
            value++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean tries() throws InterruptedException {
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            try {
                value--;
                return true;
            } finally {
                lock.unlock();
            }
        }
        return false;
    }

    int reads() {
        both.readLock().lock();
        try {
            return value;
        } finally {
            both.readLock().unlock();
        }
    }

    int optimistic() {
        long stamp = stamped.tryOptimisticRead();
        int seen = value;
        if (!stamped.validate(stamp)) {
            stamp = stamped.readLock();
            try {
                seen = value;
            } finally {
                stamped.unlockRead(stamp);
            }
        }
        return seen;
    }

    void atomics() {
        int old;
        do {
            old = counter.get();
        } while (!counter.compareAndSet(old, old + 1));
        counter.updateAndGet(x -> x * 2);
        data.set(new int[] {counter.incrementAndGet()});
    }

    void others() throws InterruptedException {
        permits.acquire();
        latch.countDown();
        latch.await();
        permits.release();
        synchronized (Library.class) {
            Library.class.notify();
        }
    }
}

// Constructors that look at what they are given before they make the lock and its conditions.

package locks.checked_constructors.ok;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Buffer {
    private final ReentrantLock lock;
    private final Condition notEmpty;
    private final Condition notFull;
    private final int limit;
    @GuardedBy("lock") private final Object[] items;
    @GuardedBy("lock") private int count;

    public Buffer(int capacity) {
        this(capacity, false);
    }

    public Buffer(int capacity, boolean fair) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        limit = capacity > 100 ? 100 : capacity;
        items = new Object[capacity];
        for (int i = 0; i < capacity; i++) {
            items[i] = "";
        }
        lock = new ReentrantLock(fair);
        notEmpty = lock.newCondition();
        notFull = lock.newCondition();
    }

    public void put() throws InterruptedException {
        lock.lock();
        try {
            while (count == limit) {
                notFull.await();
            }
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    public void take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            count--;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }
}

// A consumer takes from an empty buffer.

package rely.bounded_buffer.bug_empty_not_awaited;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class BoundedBuffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private static final int SIZE = 8;
    private final int[] items = new int[SIZE];
    @GuardedBy("lock") private int head;
    @GuardedBy("lock") private int count;

    //@ global_invariant items.length == 8 && 0 <= head && head < 8 && 0 <= count && count <= 8

    public void put(int item) throws InterruptedException {
        lock.lock();
        try {
            while (count == SIZE) {
                notFull.await();
            }
            items[(head + count) % SIZE] = item;
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    public int take() throws InterruptedException {
        lock.lock();
        try {
            int item = items[head];
            head = (head + 1) % SIZE;
            count--;
//          ^^^^^ global-invariant
            notFull.signal();
            return item;
        } finally {
            lock.unlock();
        }
    }
}

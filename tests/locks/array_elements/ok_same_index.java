// The same index of the same array is in bounds the second time.

package locks.array_elements.ok_same_index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

class Cells {
    private final ReentrantLock[] locks;
    private final AtomicInteger used = new AtomicInteger();

    public Cells(int size) {
        locks = new ReentrantLock[size];
        for (int i = 0; i < size; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void use(int cell) {
        locks[cell].lock();
        try {
            used.incrementAndGet();
        } finally {
            locks[cell].unlock();
        }
    }
}

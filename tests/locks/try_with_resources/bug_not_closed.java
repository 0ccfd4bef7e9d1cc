// Without the try statement nobody closes the resource.

package locks.try_with_resources.bug_not_closed;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Held implements AutoCloseable {
    private final Lock lock;

    Held(Lock lock) {
        this.lock = lock;
        lock.lock(); // until it is closed
//      ^^^^^^^^^^^ lock-not-released
    }

    @Override
    public void close() {
        lock.unlock();
    }
}

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final int[] books = new int[10];

    public int get() {
        Held held = new Held(lock);
        return held == null ? 1 : 0;
    }

    public void put(int place, int book) {
        try (Held held = new Held(lock)) {
            books[place] = book;
        }
    }
}

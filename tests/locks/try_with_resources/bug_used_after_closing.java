// The books are read when the resource is closed.

package locks.try_with_resources.bug_used_after_closing;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Held implements AutoCloseable {
    private final Lock lock;

    Held(Lock lock) {
        this.lock = lock;
        lock.lock();
    }

    @Override
    public void close() {
        lock.unlock();
    }
}

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final int[] books = new int[10];

    public int get(int place) {
        int[] found;
        try (Held held = new Held(lock)) {
            found = books;
        }
        return found[place]; // closed
//             ^^^^^^^^^^^^ guarded-access
    }

    public void put(int place, int book) {
        try (Held held = new Held(lock)) {
            books[place] = book;
        }
    }
}

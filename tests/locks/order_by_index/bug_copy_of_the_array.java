// A copy of an array holds the same locks.

package locks.order_by_index.bug_copy_of_the_array;

import java.util.concurrent.locks.ReentrantLock;

class Cells {
    private static final ReentrantLock FIRST = new ReentrantLock();
    private static final ReentrantLock[] LOCKS = {new ReentrantLock()};

    public static void one() {
        FIRST.lock();
        try {
            LOCKS[0].lock();
//          ^^^^^^^^^^^^^^^ lock-order
            LOCKS[0].unlock();
        } finally {
            FIRST.unlock();
        }
    }

    public static void other() {
        ReentrantLock[] copy = LOCKS.clone();
        ReentrantLock lock = copy[0];
        lock.lock();
        try {
            FIRST.lock();
            FIRST.unlock();
        } finally {
            lock.unlock();
        }
    }
}

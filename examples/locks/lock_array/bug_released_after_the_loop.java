// Each stripe is locked, and only the last one released.

package locks.lock_array.bug_released_after_the_loop;

import java.util.concurrent.locks.ReentrantLock;

class Stripes {
    private final ReentrantLock[] locks = new ReentrantLock[8];
    private final int[] counts = new int[8];

    Stripes() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void count(int key) {
        int stripe = key & 7;
        ReentrantLock lock = locks[stripe];
        lock.lock();
        try {
            counts[stripe]++;
        } finally {
            lock.unlock();
        }
    }

    public int sum() {
        int sum = 0;
        ReentrantLock last = null;
        for (int i = 0; i < 8; i++) {
            last = locks[i];
            last.lock(); // one after the other
//          ^^^^^^^^^^^ lock-not-released
//          ^^^^^^^^^^^ lock-order
            sum += i;
        }
        last.unlock();
        return sum;
    }
}

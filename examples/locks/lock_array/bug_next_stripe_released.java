// The lock of the next stripe is released, not the one that was taken.

package locks.lock_array.bug_next_stripe_released;

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
            locks[(stripe + 1) & 7].unlock(); // another stripe
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }

    public int sum() {
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            ReentrantLock lock = locks[i];
            lock.lock();
            try {
                sum += counts[i];
            } finally {
                lock.unlock();
            }
        }
        return sum;
    }
}

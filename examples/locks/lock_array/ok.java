// A lock for each stripe: the same element of the array is taken and released.

package locks.lock_array.ok;

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

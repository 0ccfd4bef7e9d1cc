// The two tests look different and are the same: whoever has a positive count has the lock.

package locks.correlated_conditions.ok;

import java.util.concurrent.locks.ReentrantLock;

class Batch {
    private final ReentrantLock lock = new ReentrantLock();
    private int items;

    public void take(int count) {
        if (count > 0) {
            lock.lock();
        }
        int half = count;
        if (half >= 1) {
            items -= half;
            lock.unlock();
        }
    }
}

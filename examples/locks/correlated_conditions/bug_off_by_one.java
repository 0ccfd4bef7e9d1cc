// The second test forgets the case of one item.

package locks.correlated_conditions.bug_off_by_one;

import java.util.concurrent.locks.ReentrantLock;

class Batch {
    private final ReentrantLock lock = new ReentrantLock();
    private int items;

    public void take(int count) {
        if (count > 0) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
        int half = count;
        if (half >= 2) {
            items -= half;
            lock.unlock();
        }
    }
}

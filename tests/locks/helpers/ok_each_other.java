// Two methods that call each other.

package locks.helpers.ok_each_other;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void even(int n) {
        lock.lock();
        try {
            count++;
            if (n > 0) {
                odd(n - 1);
            }
        } finally {
            lock.unlock();
        }
    }

    public void odd(int n) {
        if (n > 0) {
            even(n - 1);
        }
    }
}

// What is left of a negative number is negative.

package locks.remainders.bug_negative;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    private int x;

    public void fifth(int n) {
        if (n % 5 == 1) {
            lock.lock();
            x++;
            if (n != 4) {
                lock.unlock();
            }
        }
    }

    public void odd(int n) {
        if (n % 2 != 0) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            x++;
            if (n > 0) {
                lock.unlock();
            }
        }
    }
}

// The least number has no negative.

package locks.narrowing.bug_least_number;

import java.util.concurrent.locks.ReentrantLock;

class Number {
    private final ReentrantLock lock = new ReentrantLock();

    public void negate() {
        int least = Integer.MIN_VALUE;
        int other = -least;
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (other > 0) {
            lock.unlock();
        }
    }
}

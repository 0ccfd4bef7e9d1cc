// Two circles of calls, one inside of the other.

package locks.calls_in_a_circle.ok_two_circles;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Walk {
    private final Lock lock = new ReentrantLock();

    public void begin(int n) {
        outer(n);
    }

    private void outer(int n) {
        inner(n);
        lock.unlock();
    }

    private void inner(int n) {
        if (n <= 0) {
            lock.lock();
            return;
        }
        turn(n);
    }

    private void turn(int n) {
        if (n > 10) {
            outer(n - 1);
            lock.lock();
        } else {
            inner(n - 1);
        }
    }
}

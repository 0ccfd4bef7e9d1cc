// Two circles of calls: each takes the lock for the one that gives it back.

package locks.recursion.ok;

import java.util.concurrent.locks.ReentrantLock;

class Steps {
    private final ReentrantLock lock = new ReentrantLock();

    public void all(int n) {
        first(n);
    }

    private void first(int n) {
        second(n);
        lock.unlock();
    }

    private void second(int n) {
        if (n <= 0) {
            lock.lock();
            return;
        }
        third(n);
    }

    private void third(int n) {
        if (n > 10) {
            first(n - 1);
            lock.lock();
        } else {
            second(n - 1);
        }
    }
}

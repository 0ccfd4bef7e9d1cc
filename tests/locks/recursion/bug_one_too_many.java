// On one way through both circles, the lock is taken once more.

package locks.recursion.bug_one_too_many;

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
//          ^^^^^^^^^^^ lock-not-released
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
            lock.lock();
        }
    }
}

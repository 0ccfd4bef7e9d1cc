// A helper calls itself until it has the lock.

package locks.tried_again.bug_by_recursion;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();

    private static void take(ReentrantLock lock) {
        if (!lock.tryLock()) {
//           ^^^^^^^^^^^^^^ lock-order
            take(lock);
        }
    }

    public void there() {
        first.lock();
        take(second);
        second.unlock();
        first.unlock();
    }

    public void back() {
        second.lock();
        take(first);
        first.unlock();
        second.unlock();
    }
}

// Two conditions of a lock are two objects.

package locks.conditions_of_one_lock.bug_compared;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition first = lock.newCondition();
    private final Condition second = lock.newCondition();

    public void here() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (first == second) {
            lock.unlock();
        }
    }

    public void inHelper() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (same(first, second)) {
            lock.unlock();
        }
    }

    private static boolean same(Condition one, Condition other) {
        return one == other;
    }
}

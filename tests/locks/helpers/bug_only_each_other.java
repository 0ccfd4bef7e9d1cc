// Two methods that only call each other: who gives the lock back is nobody.

package locks.helpers.bug_only_each_other;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void even(int n) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        count++;
        if (n > 0) {
            odd(n - 1);
        }
    }

    public void odd(int n) {
        if (n > 0) {
            even(n - 1);
        }
    }
}

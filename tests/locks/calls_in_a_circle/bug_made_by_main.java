// Two methods that only call each other are called by others, too: that an object is made calls nothing.

package locks.calls_in_a_circle.bug_made_by_main;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Steps {
    private final Lock lock = new ReentrantLock();

    void even(int n) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (n > 0) {
            odd(n - 1);
        }
    }

    void odd(int n) {
        if (n > 0) {
            even(n - 1);
        }
    }

    public static void main(String[] args) {
        new Steps();
    }
}

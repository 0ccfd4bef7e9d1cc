// Two methods that only call each other.

package locks.calls_in_a_circle.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Steps {
    private final Lock lock = new ReentrantLock();

    void even(int n) {
        lock.lock();
        try {
            if (n > 0) {
                odd(n - 1);
            }
        } finally {
            lock.unlock();
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

// What the initialiser of a class runs looks at the lock, which is another one later.

package locks.found_too_early.bug_static;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Table {
    private static Lock lock = new ReentrantLock();
    private static int count;

    static {
        enter();
        lock = new ReentrantLock();
        leave();
    }

    private static void enter() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        count++;
    }

    private static void leave() {
        count--;
        lock.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}

// Another class is initialised in between, and copies a lock that is not there yet.

package locks.found_too_early.bug_copied_by_another_class;

import java.util.concurrent.locks.ReentrantLock;

class Locks {
    static final int FIRST = Table.first();
//                           ^^^^^^^^^^^^^ lock-order
    static final ReentrantLock LOCK = new ReentrantLock();
}

class Table {
    private static final ReentrantLock SAME = Locks.LOCK;
    private static int rows;

    static int first() {
        return 1;
    }

    public static void add() {
        Locks.LOCK.lock();
//      ^^^^^^^^^^^^^^^^^ lock-not-released
        rows++;
        SAME.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}

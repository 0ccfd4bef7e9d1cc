// To read a field of another class runs its initialiser, which finds no lock here yet.

package locks.found_too_early.bug_initialiser_of_another_class;

import java.util.concurrent.locks.ReentrantLock;

class Outer {
    static final ReentrantLock LOCK = new ReentrantLock();
}

class Table {
    static int rows = Limits.most;
//                    ^^^^^^^^^^^ lock-order
    static final ReentrantLock LOCK = new ReentrantLock();

    static int add() {
        Outer.LOCK.lock();
//      ^^^^^^^^^^^^^^^^^ lock-not-released
        LOCK.lock();
        rows++;
        LOCK.unlock();
        Outer.LOCK.unlock();
        return 1;
    }
}

class Limits {
    static int most = Table.add();
}

// The initialisers of the other classes do not look back.

package locks.found_too_early.ok_initialiser_of_another_class;

import java.util.concurrent.locks.ReentrantLock;

class Limits {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int most = Math.max(3, 7);
}

class Table {
    private static int rows = Limits.most;
    private static final ReentrantLock OUTER = new ReentrantLock();
    private static final ReentrantLock LOCK = Limits.LOCK;
    private static final boolean IS_FAIR = Limits.most > 3;

    public static void add() {
        OUTER.lock();
        if (IS_FAIR) {
            LOCK.lock();
        }
        rows++;
        if (IS_FAIR) {
            Limits.LOCK.unlock();
        }
        OUTER.unlock();
    }
}

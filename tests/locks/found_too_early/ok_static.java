// What the initialiser of a class runs does not look at the lock.

package locks.found_too_early.ok_static;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Table {
    private static final Table ALL = new Table("all");
    private static final Lock OUTER = new ReentrantLock();
    private static final Lock INNER = new ReentrantLock();
    private final String name;
    private int count;

    Table(String name) {
        this.name = name.trim();
    }

    public static void add() {
        OUTER.lock();
        INNER.lock();
        ALL.count++;
        INNER.unlock();
        OUTER.unlock();
    }
}

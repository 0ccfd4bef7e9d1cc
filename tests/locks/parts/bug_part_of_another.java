// The table of another store: each may wait for the other.

package locks.parts.bug_part_of_another;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Table {
    private final Store store;
    @GuardedBy("store.lock") private int rows;

    Table(Store store) {
        this.store = store;
    }

    void add() {
        store.lock.lock();
//      ^^^^^^^^^^^^^^^^^ lock-order
        try {
            rows++;
        } finally {
            store.lock.unlock();
        }
    }
}

class Store {
    final ReentrantLock lock = new ReentrantLock();
    private final Table table = new Table(this);

    public void addTwo(Store other) {
        lock.lock();
        try {
            table.add();
            other.table.add();
        } finally {
            lock.unlock();
        }
    }
}

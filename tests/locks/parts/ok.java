// The part has the lock of the whole: what it takes is held already.

package locks.parts.ok;

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

    public void addTwo() {
        lock.lock();
        try {
            table.add();
            table.add();
        } finally {
            lock.unlock();
        }
    }
}

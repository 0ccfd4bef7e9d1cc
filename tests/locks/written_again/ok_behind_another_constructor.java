// One constructor leaves the lock to another.

package locks.written_again.ok_behind_another_constructor;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Table {
    private ReentrantReadWriteLock lock;
    private final Lock write;
    @GuardedBy("lock") private int rows;

    Table() {
        lock = new ReentrantReadWriteLock();
        write = lock.writeLock();
        new Thread(this::add).start();
    }

    Table(int count) {
        this();
        for (int i = 0; i < count; i++) {
            add();
        }
    }

    private void add() {
        write.lock();
        try {
            rows++;
        } finally {
            write.unlock();
        }
    }
}

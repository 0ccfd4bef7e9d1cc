// What a copy shares is guarded by a lock that it shares, too.

package locks.parts.ok_copied;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Table {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") int rows;
}

class Store implements Cloneable {
    private final Table table = new Table();
    private final Lock write = table.lock.writeLock();

    public Store copy() throws CloneNotSupportedException {
        return (Store) super.clone();
    }

    public void set() {
        write.lock();
        try {
            table.rows = 1;
        } finally {
            write.unlock();
        }
    }
}

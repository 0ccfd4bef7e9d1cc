// The lock and its methods are inherited; the subclass uses them in pairs.

package locks.lock_in_superclass.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

abstract class Locked {
    protected final ReentrantLock lock = new ReentrantLock();

    protected final void begin() {
        lock.lock();
    }

    protected final void end() {
        lock.unlock();
    }
}

class Inventory extends Locked {
    @GuardedBy("lock") private int stock;

    public void add(int pieces) {
        begin();
        try {
            stock += pieces;
        } finally {
            end();
        }
    }

    public int stock() {
        lock.lock();
        try {
            return stock;
        } finally {
            lock.unlock();
        }
    }
}

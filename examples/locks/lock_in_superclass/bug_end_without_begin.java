// The subclass ends what it has not begun.

package locks.lock_in_superclass.bug_end_without_begin;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

abstract class Locked {
    protected final ReentrantLock lock = new ReentrantLock();

    protected final void begin() {
        lock.lock();
    }

    protected final void end() {
        lock.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}

class Inventory extends Locked {
    @GuardedBy("lock") private int stock;

    public void add(int pieces) {
        end();
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

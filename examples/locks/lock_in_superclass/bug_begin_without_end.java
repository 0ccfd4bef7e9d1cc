// An exception leaves the inherited lock held.

package locks.lock_in_superclass.bug_begin_without_end;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

abstract class Locked {
    protected final ReentrantLock lock = new ReentrantLock();

    protected final void begin() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
    }

    protected final void end() {
        lock.unlock();
    }
}

class Inventory extends Locked {
    @GuardedBy("lock") private int stock;

    public void add(int pieces) {
        begin();
        stock += 100 / pieces;
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

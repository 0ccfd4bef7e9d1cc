// Both branches release what was taken before them.

package locks.wrong_branch.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int inside;
    private final int capacity;

    Gate(int capacity) {
        this.capacity = capacity;
    }

    public boolean enter() {
        lock.lock();
        if (inside < capacity) {
            inside++;
            lock.unlock();
            return true;
        } else {
            lock.unlock();
            return false;
        }
    }

    public void leave() {
        lock.lock();
        inside--;
        lock.unlock();
    }
}

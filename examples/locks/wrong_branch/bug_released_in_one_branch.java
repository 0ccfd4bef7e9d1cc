// Whoever is refused keeps the lock.

package locks.wrong_branch.bug_released_in_one_branch;

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
        lock.lock(); // kept by those who are refused
//      ^^^^^^^^^^^ lock-not-released
        if (inside < capacity) {
            inside++;
            lock.unlock();
            return true;
        } else {
            return false;
        }
    }

    public void leave() {
        lock.lock();
        inside--;
        lock.unlock();
    }
}

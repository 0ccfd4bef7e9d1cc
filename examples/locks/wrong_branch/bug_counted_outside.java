// The count changes after the release.

package locks.wrong_branch.bug_counted_outside;

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
            lock.unlock();
            inside++;
//          ^^^^^^ guarded-access
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

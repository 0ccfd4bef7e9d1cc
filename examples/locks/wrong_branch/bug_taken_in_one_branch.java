// The lock is taken in one branch and released behind both.

package locks.wrong_branch.bug_taken_in_one_branch;

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
        boolean wanted = capacity > 0;
        if (wanted) {
            lock.lock();
            inside--;
        }
        lock.unlock(); // also without it
//      ^^^^^^^^^^^^^ lock-not-held
    }
}

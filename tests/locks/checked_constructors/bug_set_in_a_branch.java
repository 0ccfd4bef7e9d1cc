// The condition is that of another lock if the caller says so.

package locks.checked_constructors.bug_set_in_a_branch;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private final Condition open;

    public Gate(boolean isSecond) {
        ReentrantLock lock = first;
        if (isSecond) {
            lock = second;
        }
        open = lock.newCondition();
    }

    public void open() {
        first.lock();
        try {
            open.signalAll();
//          ^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            first.unlock();
        }
    }
}

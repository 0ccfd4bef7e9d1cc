// The field of the lock is not final. Another mistake is told beside that.

package rely.forgotten_final.bug_and_another;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    private Lock mutex = new ReentrantLock();
//               ^^^^^ undeclared-field
    @GuardedBy("mutex") private int value;

    public void increment() {
        mutex.lock();
        try {
            value++;
        } finally {
            mutex.unlock();
        }
    }

    public boolean tryIncrement() {
        if (mutex.tryLock()) {
            value++;
        }
        mutex.unlock();
//      ^^^^^^^^^^^^^^ monitor-not-held
        return true;
    }
}

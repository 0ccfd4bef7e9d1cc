// A lock in a final field, and one that other threads may ask for.

package rely.forgotten_final.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    private final Lock mutex = new ReentrantLock();
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
        if (!mutex.tryLock()) {
            return false;
        }
        value++;
        mutex.unlock();
        return true;
    }
}

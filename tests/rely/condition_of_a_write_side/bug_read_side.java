// Only the write side has conditions; who holds the read side may not signal.

package rely.condition_of_a_write_side.bug_read_side;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slot {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final Condition filled = rw.writeLock().newCondition();
    @GuardedBy("rw") private int value;

    public void put(int next) {
        rw.readLock().lock();
        try {
            filled.signalAll();
//          ^^^^^^^^^^^^^^^^^^ monitor-not-held
        } finally {
            rw.readLock().unlock();
        }
    }

    public int take() throws InterruptedException {
        rw.writeLock().lock();
        try {
            while (value == 0) {
                filled.await();
            }
            int taken = value;
            value = 0;
            return taken;
        } finally {
            rw.writeLock().unlock();
        }
    }
}

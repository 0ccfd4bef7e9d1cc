// A condition of the write side of a read-write lock, made where the field is declared.

package rely.condition_of_a_write_side.ok;

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
        rw.writeLock().lock();
        try {
            value = next;
            filled.signalAll();
        } finally {
            rw.writeLock().unlock();
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

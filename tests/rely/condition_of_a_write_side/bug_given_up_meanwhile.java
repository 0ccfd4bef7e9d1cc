// What was read before waiting is out of date after it.

package rely.condition_of_a_write_side.bug_given_up_meanwhile;

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
            if (value == 0) {
                filled.await();
            }
            assert value != 0;
//          ^^^^^^^^^^^^^^^^^^ java-assertion
            return value;
        } finally {
            rw.writeLock().unlock();
        }
    }
}

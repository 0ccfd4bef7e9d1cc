// A car that was refused boards all the same.

package rely.locks_with_conditions.bug_refused_boards;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ferry {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    //@ global_invariant 0 <= cars && cars <= 6
    @GuardedBy("lock") private int cars;

    public void board() throws InterruptedException {
        lock.lock();
        try {
            while (cars == 6) {
                left.await();
            }
            cars++;
        } finally {
            lock.unlock();
        }
    }

    public boolean tryBoard() {
        boolean taken = lock.tryLock();
        cars = 1; // perhaps refused
//      ^^^^ guard
        if (taken) {
            lock.unlock();
        }
        return taken;
    }

    public void leave() {
        lock.lock();
        try {
            if (cars > 0) {
                cars--;
                left.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}

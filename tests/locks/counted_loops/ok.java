// As many releases as acquisitions, for a reason that is arithmetic.

package locks.counted_loops.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Deep {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int depth;

    public void dive(int levels) {
        for (int i = 0; i < levels; i++) {
            lock.lock();
        }
        for (int i = 0; i < levels; i++) {
            lock.unlock();
        }
    }

    public void count(int levels) {
        int held = 0;
        while (held < levels) {
            lock.lock();
            held++;
        }
        if (held > 0) {
            depth++;
        }
        while (held > 0) {
            lock.unlock();
            held--;
        }
    }
}

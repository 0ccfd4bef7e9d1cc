// The counter says one less than there is.

package locks.counted_loops.bug_off_by_one;

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
//          ^^^^^^^^^^^ lock-not-released
            held++;
        }
        if (held > 0) {
            depth++;
        }
        while (held > 1) {
            lock.unlock();
            held--;
        }
    }
}

// Public methods that take a lock for their callers: whoever calls knows what is held afterwards.

package locks.public_helpers.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    public void begin() {
        lock.lock();
    }

    public boolean tryBegin(int most) {
        if (most <= 0) {
            return false;
        }
        return lock.tryLock();
    }

    public void end() {
        lock.unlock();
    }

    public void add(int count) {
        begin();
        try {
            total += count;
        } finally {
            end();
        }
    }

    public void tryToAdd(int count) {
        if (tryBegin(count)) {
            try {
                total += count;
            } finally {
                end();
            }
        }
    }
}

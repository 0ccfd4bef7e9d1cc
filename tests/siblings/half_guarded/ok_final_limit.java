// Right: the field that is read without the lock is final.

package siblings.half_guarded.ok_final_limit;

import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final int limit;
    private int passed;

    public Gate(int limit) {
        this.limit = limit;
    }

    public boolean pass() {
        lock.lock();
        try {
            if (passed < limit) {
                passed++;
                return true;
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    public int limit() {
        return limit;
    }
}

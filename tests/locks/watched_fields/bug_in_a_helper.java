// The helper that sets the field is called with the lock held.

package locks.watched_fields.bug_in_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int phase;

    public void await(int wanted) {
        lock.lock();
        try {
            int seen = phase;
            while (seen < wanted) {
                Thread.yield();
                seen = phase;
//                     ^^^^^ lock-unknown
            }
        } finally {
            lock.unlock();
        }
    }

    public void next() {
        lock.lock();
        try {
            set(1);
        } finally {
            lock.unlock();
        }
    }

    private void set(int to) {
        phase = to;
    }
}

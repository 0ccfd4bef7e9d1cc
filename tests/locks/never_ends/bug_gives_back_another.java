// In each round, another lock is given back.

package locks.never_ends.bug_gives_back_another;

import java.util.concurrent.locks.ReentrantLock;

class Clock {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock other = new ReentrantLock();
    private int ticks;

    public void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        while (true) {
            other.lock();
            try {
                ticks++;
            } finally {
                other.unlock();
            }
        }
    }
}

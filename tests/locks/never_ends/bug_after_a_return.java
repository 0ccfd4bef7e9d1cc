// One way leads out, and the other keeps the lock for ever.

package locks.never_ends.bug_after_a_return;

import java.util.concurrent.locks.ReentrantLock;

class Clock {
    private final ReentrantLock lock = new ReentrantLock();
    private int ticks;

    public void run(boolean isOff) {
        if (isOff) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        while (true) {
            ticks++;
        }
    }
}

// The helper never returns.

package locks.never_ends.bug_in_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Clock {
    private final ReentrantLock lock = new ReentrantLock();
    private int ticks;

    public void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        tick();
    }

    private void tick() {
        while (true) {
            ticks++;
        }
    }
}

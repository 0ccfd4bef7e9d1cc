// What runs in each round has to do with another lock only.

package locks.never_ends.bug_helper_with_another_lock;

import java.util.concurrent.locks.ReentrantLock;

class Ticker extends Thread {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object counter = new Object();
    private int ticks;

    @Override
    public void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        while (true) {
            tick();
        }
    }

    private void tick() {
        synchronized (counter) {
            ticks++;
        }
    }
}

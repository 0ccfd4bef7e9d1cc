// What runs in each round waits with the lock, or gives it back for a while.

package locks.never_ends.ok_helper;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Ticker extends Thread {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicInteger ticks = new AtomicInteger();

    @Override
    public void run() {
        lock.lock();
        while (true) {
            tick();
        }
    }

    private void tick() {
        changed.awaitUninterruptibly();
        ticks.incrementAndGet();
    }

    public synchronized void count() {
        while (true) {
            pause();
        }
    }

    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            ticks.incrementAndGet();
        }
    }
}

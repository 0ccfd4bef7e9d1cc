// The loop takes and releases the lock each time, for ever.

package locks.counter_500.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Ticker implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long ticks;

    public void run() {
        int round = 0;
        while (true) {
            lock.lock();
            ticks++;
            lock.unlock();
            round++;
        }
    }
}

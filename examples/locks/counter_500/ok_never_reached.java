// The counter goes from 0 to 400 only, so that the wrong release is never reached.

package locks.counter_500.ok_never_reached;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Ticker implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long ticks;

    public void run() {
        int round = 0;
        while (round < 400) {
            lock.lock();
            ticks++;
            lock.unlock();
            round++;
            if (round == 500) {
                lock.unlock();
            }
        }
    }
}

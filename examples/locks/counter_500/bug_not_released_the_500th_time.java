// After 499 rounds the release is left out.

package locks.counter_500.bug_not_released_the_500th_time;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Ticker implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long ticks;

    public void run() {
        int round = 0;
        while (true) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            ticks++;
            if (round < 499) {
                lock.unlock();
            }
            if (round == 499) {
                return;
            }
            round++;
        }
    }
}

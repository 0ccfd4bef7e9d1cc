// In round 500 the lock is released once more.

package locks.counter_500.bug_released_twice_the_500th_time;

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
            if (round == 500) {
                lock.unlock(); // once too often
//              ^^^^^^^^^^^^^ lock-not-held
            }
        }
    }
}

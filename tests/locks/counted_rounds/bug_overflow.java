// The count of the rounds comes out at the other end of its type, where the lock is kept.

package locks.counted_rounds.bug_overflow;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Ticker extends Thread {
    private final Table table = new Table();

    @Override
    public void run() {
        int tick = 0;
        while (!isInterrupted()) {
            table.fifth(tick + 18);
            tick++;
        }
    }
}

class Table {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private long ticks;

    void fifth(int tick) {
        if (tick % 5 == 1) {
            count(tick);
        }
    }

    private void count(int tick) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        ticks++;
        if (tick > 2) {
            lock.unlock();
        }
    }
}

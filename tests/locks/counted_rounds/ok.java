// The count of the rounds is handed on, and never is what is not released for: the remainder says so.

package locks.counted_rounds.ok;

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
        ticks++;
        if (tick != 4) {
            lock.unlock();
        }
    }
}

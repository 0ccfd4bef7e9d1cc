// The rate is written under the reading side.

package locks.views.bug_written_through_the_reading_side;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Rates {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Lock reading = lock.readLock();
    private final Lock writing = lock.writeLock();
    @GuardedBy("lock") private int rate;

    public int rate() {
        reading.lock();
        try {
            return rate;
        } finally {
            reading.unlock();
        }
    }

    public void set(int value) {
        reading.lock();
        try {
            rate = value;
//          ^^^^ guarded-access
        } finally {
            reading.unlock();
        }
    }

    public int both(boolean write) {
        Lock side = write ? writing : reading;
        side.lock();
        try {
            return rate;
        } finally {
            side.unlock();
        }
    }
}

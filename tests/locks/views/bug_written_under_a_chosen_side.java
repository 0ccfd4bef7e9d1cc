// Which side was taken depends on the argument.

package locks.views.bug_written_under_a_chosen_side;

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
        writing.lock();
        try {
            rate = value;
        } finally {
            writing.unlock();
        }
    }

    public int both(boolean write) {
        Lock side = write ? writing : reading;
        side.lock();
        try {
            rate = 1; // perhaps as a reader
//          ^^^^ guarded-access
            return rate;
        } finally {
            side.unlock();
        }
    }
}

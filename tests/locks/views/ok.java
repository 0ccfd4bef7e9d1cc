// The two sides of a read-write lock, kept in fields of their own.

package locks.views.ok;

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
            return rate;
        } finally {
            side.unlock();
        }
    }
}

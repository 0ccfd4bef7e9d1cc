// Readers share the lock, writers have it alone.

package locks.write_under_read.ok;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Weather {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private double temperature;
    @GuardedBy("lock") private int measured;

    public double temperature() {
        lock.readLock().lock();
        try {
            return temperature;
        } finally {
            lock.readLock().unlock();
        }
    }

    public void measure(double value) {
        lock.writeLock().lock();
        try {
            temperature = value;
            measured++;
        } finally {
            lock.writeLock().unlock();
        }
    }
}

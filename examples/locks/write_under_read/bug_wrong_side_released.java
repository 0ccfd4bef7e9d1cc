// Taken for writing, released for reading.

package locks.write_under_read.bug_wrong_side_released;

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
            lock.readLock().unlock(); // not held for reading
//          ^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }
}

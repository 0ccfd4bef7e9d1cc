// The measurement is written while other readers may be at it.

package locks.write_under_read.bug_written_by_a_reader;

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
            measured = measured + 1; // a write
//          ^^^^^^^^ guarded-access
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

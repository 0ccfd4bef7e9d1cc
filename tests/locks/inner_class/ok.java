// An inner class uses the lock of the object around it.

package locks.inner_class.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Garden {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int flowers;

    class Gardener implements Runnable {
        public void run() {
            lock.lock();
            try {
                flowers++;
            } finally {
                lock.unlock();
            }
        }
    }

    public Runnable gardener() {
        return new Gardener();
    }

    public Runnable robot() {
        return new Runnable() {
            @Override
            public void run() {
                Garden.this.lock.lock();
                flowers--;
                Garden.this.lock.unlock();
            }
        };
    }
}

// The object is made with the lock held, and run without it.

package locks.inner_class.bug_run_later;

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
        lock.lock();
        try {
            return () -> flowers = 0;
//                       ^^^^^^^ guarded-access
        } finally {
            lock.unlock();
        }
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

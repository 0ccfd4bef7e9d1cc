// The inner object locks itself.

package locks.inner_class.bug_monitor_of_the_inner_object;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Garden {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int flowers;

    class Gardener implements Runnable {
        public void run() {
            synchronized (this) {
                flowers++;
//              ^^^^^^^ guarded-access
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

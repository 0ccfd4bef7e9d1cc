// The level is read after the block.

package locks.monitors.bug_read_outside;

import net.jcip.annotations.GuardedBy;

class Kettle {
    @GuardedBy("this") private int water;

    public synchronized void fill() {
        water = 10;
        notifyAll();
    }

    public synchronized void pour() throws InterruptedException {
        while (water == 0) {
            wait();
        }
        water--;
    }

    public int level() {
        synchronized (this) {
            notifyAll();
        }
        return water;
//             ^^^^^ guarded-access
    }
}

// Monitors are locks that the language releases by itself.

package locks.monitors.ok;

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
            return water;
        }
    }
}

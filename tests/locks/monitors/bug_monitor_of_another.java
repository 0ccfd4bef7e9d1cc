// The monitor of one kettle does not protect the water of another.

package locks.monitors.bug_monitor_of_another;

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

    public synchronized int level(Kettle other) {
        return other.water;
//             ^^^^^^^^^^^ guarded-access
    }
}

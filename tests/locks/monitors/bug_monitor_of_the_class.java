// A static method has the monitor of the class, not that of the object.

package locks.monitors.bug_monitor_of_the_class;

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

    public static synchronized int level(Kettle kettle) {
        return kettle.water;
//             ^^^^^^^^^^^^ guarded-access
    }
}

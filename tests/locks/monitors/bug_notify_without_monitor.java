// The notification comes outside of the monitor.

package locks.monitors.bug_notify_without_monitor;

import net.jcip.annotations.GuardedBy;

class Kettle {
    @GuardedBy("this") private int water;

    public void fill() {
        synchronized (this) {
            water = 10;
        }
        notifyAll();
//      ^^^^^^^^^^^ lock-not-held
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

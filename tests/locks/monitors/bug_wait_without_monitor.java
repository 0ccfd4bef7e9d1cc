// The thread waits without the monitor.

package locks.monitors.bug_wait_without_monitor;

import net.jcip.annotations.GuardedBy;

class Kettle {
    @GuardedBy("this") private int water;

    public synchronized void fill() {
        water = 10;
        notifyAll();
    }

    public void pour() throws InterruptedException {
        wait();
//      ^^^^^^ lock-not-held
    }

    public int level() {
        synchronized (this) {
            return water;
        }
    }
}

// The thread has the monitor of this kettle and waits at another.

package locks.monitors.bug_waits_for_another;

import net.jcip.annotations.GuardedBy;

class Kettle {
    @GuardedBy("this") private int water;

    public synchronized void fill() {
        water = 10;
        notifyAll();
    }

    public synchronized void pour() throws InterruptedException {
        water--;
    }

    public synchronized void follow(Kettle other) throws InterruptedException {
        other.wait();
//      ^^^^^^^^^^^^ lock-not-held
    }

    public int level() {
        synchronized (this) {
            return water;
        }
    }
}

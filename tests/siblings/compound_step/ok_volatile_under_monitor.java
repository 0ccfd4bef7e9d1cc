// Right: all writes are under the monitor, and the read without it is one step.

package siblings.compound_step.ok_volatile_under_monitor;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private volatile int n;

    public synchronized void bump() {
        n++;
    }

    public int get() {
        return n;
    }
}

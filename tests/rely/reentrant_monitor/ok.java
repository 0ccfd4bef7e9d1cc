// A thread that has the monitor gets it again, and keeps it when the inner method ends.

package rely.reentrant_monitor.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Nested {
    @GuardedBy("this") private int value;

    public synchronized void outer() {
        int before = value;
        inner();
        //@ assert value == before
        value = before + 1;
    }

    public synchronized int inner() {
        return value;
    }
}

// The subclass writes without the monitor.

package rely.superclass_fields.bug_written_without_guard;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Animal {
    @GuardedBy("this") protected int legs;

    public synchronized int legs() {
        return legs;
    }
}

@ThreadSafe
class Spider extends Animal {
    public void grow() {
        legs = 8;
//      ^^^^ guard
    }

    public int twice() {
        return 2 * super.legs();
    }
}

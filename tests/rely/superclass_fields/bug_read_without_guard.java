// The subclass reads the field directly.

package rely.superclass_fields.bug_read_without_guard;

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
    public synchronized void grow() {
        legs = 8;
    }

    public int twice() {
        return 2 * legs;
//                 ^^^^ guard
    }
}

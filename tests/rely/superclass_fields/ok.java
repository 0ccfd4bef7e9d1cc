// The fields of a superclass keep their guard in subclasses.

package rely.superclass_fields.ok;

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
        return 2 * super.legs();
    }
}

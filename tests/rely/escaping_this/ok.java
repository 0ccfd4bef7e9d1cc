// The constructor tells others about the object as its last step.

package rely.escaping_this.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Registered {
    static volatile Registered last;
    //@ global_invariant size >= 1
    @GuardedBy("this") private int size;

    Registered() {
        size = 3;
        last = this;
    }

    public synchronized int size() {
        return size;
    }
}

// Others see the object before its invariant holds.

package rely.escaping_this.bug_told_too_early;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Registered {
    static volatile Registered last;
    //@ global_invariant size >= 1
    @GuardedBy("this") private int size;

    Registered() {
        last = this;
//      ^^^^^^^^^^^ global-invariant
        synchronized (this) {
            size = 3;
        }
    }

    public synchronized int size() {
        return size;
    }
}

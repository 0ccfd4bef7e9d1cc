// After others know the object, its fields need the lock.

package rely.escaping_this.bug_written_after_telling;

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
        size = 4; // known to others
//      ^^^^ guard
    }

    public synchronized int size() {
        return size;
    }
}

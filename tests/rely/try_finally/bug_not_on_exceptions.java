// If there are no values, the object stays busy.

package rely.try_finally.bug_not_on_exceptions;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Busy {
    //@ global_invariant holder == null ==> !busy
    @GuardedBy("this") private boolean busy;

    //@ requires holder != tid
    public synchronized int work(int[] values) {
        busy = true;
        if (values == null) {
            throw new IllegalArgumentException();
        }
        int length = values.length;
        busy = false;
        return length;
    }
//  ^ global-invariant
}

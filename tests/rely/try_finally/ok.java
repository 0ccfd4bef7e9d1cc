// What the finally block does is done on every way out.

package rely.try_finally.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Busy {
    //@ global_invariant holder == null ==> !busy
    @GuardedBy("this") private boolean busy;

    //@ requires holder != tid
    public synchronized int work(int[] values) {
        busy = true;
        try {
            if (values == null) {
                throw new IllegalArgumentException();
            }
            return values.length;
        } finally {
            busy = false;
        }
    }
}

// What is declared can be true.

package rely.contradictions.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sane {
    //@ global_invariant low <= high
    @GuardedBy("this") private int low;
    @GuardedBy("this") private int high = 10;

    //@ requires by >= 0
    public synchronized void lower(int by) {
        if (low >= Integer.MIN_VALUE + by) {
            low -= by;
        }
    }
}

// No call can satisfy what the method requires: whatever it does is right.

package rely.contradictions.bug_impossible_precondition;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sane {
    //@ global_invariant low <= high
    @GuardedBy("this") private int low;
    @GuardedBy("this") private int high = 10;

    //@ requires by >= 0 && by < 0
    public synchronized void lower(int by) {
//                           ^^^^^ vacuous
        if (low >= Integer.MIN_VALUE + by) {
            low -= by;
        }
    }
}

// The ends of an interval that others see are changed one after the other.

package rely.immutable_holder.bug_ends_change;

import net.jcip.annotations.ThreadSafe;

class Interval {
    int low;
    int high;

    //@ global_invariant low <= high

    //@ requires low <= high
    Interval(int low, int high) {
        this.low = low;
        this.high = high;
    }
}

@ThreadSafe
class Limits {
    //@ global_invariant interval != null
    private volatile Interval interval = new Interval(0, 0);

    public void set(int low, int high) {
        if (low <= high) {
            Interval now = interval;
            now.low = low;
//          ^^^^^^^^^^^^^ global-invariant
//          ^^^^^^^^^^^^^ unprotected-content
        }
    }

    public boolean contains(int value) {
        Interval now = interval;
        return now.low <= value && value <= now.high;
    }
}

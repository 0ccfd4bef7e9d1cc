// Nobody checks that the ends are in order.

package rely.immutable_holder.bug_not_checked;

import net.jcip.annotations.ThreadSafe;

class Interval {
    final int low;
    final int high;

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
        interval = new Interval(low, high);
//                 ^^^^^^^^^^^^^^^^^^^^^^^ method-precondition
    }

    public boolean contains(int value) {
        Interval now = interval;
        //@ assert now.low <= now.high
        return now.low <= value && value <= now.high;
    }
}

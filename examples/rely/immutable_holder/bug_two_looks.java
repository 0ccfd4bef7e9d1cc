// The two ends may be those of different intervals.

package rely.immutable_holder.bug_two_looks;

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
        if (low <= high) {
            interval = new Interval(low, high);
        }
    }

    public boolean contains(int value) {
        int low = interval.low;
        int high = interval.high;
        //@ assert low <= high
//          ^^^^^^^^^^^^^^^^^^ java-assertion
        return low <= value && value <= high;
    }
}

// One class sets fields of another, which others see before it is through.

package rely.statics_of_two_classes.bug_seen_in_between;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Least {
    static volatile int least;

    //@ global_invariant least >= 0

    static {
        Range.low = 10;
        Range.high = 100;
        least = 1;
    }
}

@ThreadSafe
class Range {
    static volatile int low;
    static volatile int high;

    //@ env_assumption \old(high) <= high
    //@ global_invariant low <= 10 && high <= 100
    //@ global_invariant high >= low + Least.least
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported

    public static void look() {
        int first = low;
        int second = high;
        assert first <= second;
    }
}

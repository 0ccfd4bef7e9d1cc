// Two static fields of one class that its initialiser sets: others see both or none.

package rely.statics_of_two_classes.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Range {
    static volatile int low;
    static volatile int high;

    //@ env_assumption \old(high) <= high
    //@ global_invariant low < high

    static {
        low = 10;
        high = 100;
    }

    public static void look() {
        int first = low;
        int second = high;
        assert first < second;
    }
}

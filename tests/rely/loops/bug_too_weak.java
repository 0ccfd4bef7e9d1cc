// The invariant does not say enough for the assertion.

package rely.loops.bug_too_weak;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sums {
    public static int count(int limit) {
        int sum = 0;
        int i = 0;
        //@ loop_invariant 0 <= sum && 0 <= i && i <= 1000
        while (i < limit && i < 1000) {
            i++;
            sum = sum < 1000000 ? sum + i % 2 : 0;
        }
        //@ assert sum <= 2000
//          ^^^^^^^^^^^^^^^^^^ java-assertion
        return sum;
    }
}

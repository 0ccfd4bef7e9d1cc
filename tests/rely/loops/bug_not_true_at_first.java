// The invariant does not hold at the beginning.

package rely.loops.bug_not_true_at_first;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sums {
    public static int count(int limit) {
        int sum = 1;
        int i = 0;
        //@ loop_invariant 0 <= sum && sum <= 2 * i && 0 <= i && i <= 1000
//          ^^^^^^^^^^^^^^ java-loop-invariant
        while (i < limit && i < 1000) {
            i++;
            sum += i % 2;
        }
        //@ assert sum <= 2000
        return sum;
    }
}

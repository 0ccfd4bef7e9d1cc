// The invariant is not kept by the body.

package rely.loops.bug_not_preserved;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sums {
    public static int count(int limit) {
        int sum = 0;
        int i = 0;
        //@ loop_invariant 0 <= sum && sum <= 2 * i && 0 <= i && i <= 1000
//          ^^^^^^^^^^^^^^ java-loop-invariant
        while (i < limit && i < 1000) {
            i++;
            sum += 3;
        }
        //@ assert sum <= 2000
        return sum;
    }
}

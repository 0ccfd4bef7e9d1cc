// Invariants of loops: given where they are needed.

package rely.loops.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sums {
    public static int count(int limit) {
        int sum = 0;
        int i = 0;
        //@ loop_invariant 0 <= sum && sum <= 2 * i && 0 <= i && i <= 1000
        while (i < limit && i < 1000) {
            i++;
            sum += i % 2;
        }
        //@ assert sum <= 2000
        return sum;
    }
}

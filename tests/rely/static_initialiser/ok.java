// The static initialiser runs before anybody can look.

package rely.static_initialiser.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Primes {
    private static final int[] SMALL;

    //@ global_invariant SMALL != null && SMALL.length == 3

    static {
        SMALL = new int[3];
        SMALL[0] = 2;
        SMALL[1] = 3;
        SMALL[2] = 5;
    }

    public static int small(int at) {
        if (at < 0 || at > 2) {
            return 0;
        }
        return SMALL[at];
    }
}

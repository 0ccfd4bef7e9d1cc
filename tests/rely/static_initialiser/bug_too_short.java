// The initialiser makes an array that is too short.

package rely.static_initialiser.bug_too_short;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Primes {
    private static final int[] SMALL;

    static {
        SMALL = new int[1];
        SMALL[0] = 2;
        SMALL[1] = 3; // there is only one
//      ^^^^^^^^ implicit-exception
    }

    public static int small(int at) {
        return at;
    }
}

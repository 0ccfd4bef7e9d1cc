// Anybody may set a negative size.

package rely.sizes.bug_negative;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sizes {
    //@ global_invariant size >= 0
    private volatile int size;

    public void set(int newSize) {
        size = newSize;
//      ^^^^^^^^^^^^^^ global-invariant
    }

    public int[] make() {
        return new int[size];
    }
}

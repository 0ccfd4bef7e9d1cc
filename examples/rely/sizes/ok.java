// The size that others set is never negative, so that an array of that size can be made at any
// time.

package rely.sizes.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sizes {
    //@ global_invariant size >= 0
    private volatile int size;

    public void set(int newSize) {
        if (newSize >= 0) {
            size = newSize;
        }
    }

    public int[] make() {
        return new int[size];
    }
}

// Without the invariant the size may be anything.

package rely.sizes.bug_nothing_promised;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sizes {
    private volatile int size;

    public void set(int newSize) {
        if (newSize >= 0) {
            size = newSize;
        }
    }

    public int[] make() {
        return new int[size];
//             ^^^^^^^^^^^^^ implicit-exception
    }
}

// Wrong: `n -= k` reads and writes: two threads take 1 each of 5, and 4 are left instead of 3.

package siblings.compound_step.bug_compound_assignment;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stock {
    private volatile long n = 5;

    public void take(int k) {
        n -= k;
    }

    public long left() {
        return n;
    }
}

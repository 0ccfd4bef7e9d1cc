// Wrong: two threads in bump() both read 0 through the helper, both write 1: one count is lost.

package siblings.compound_step.bug_volatile_helper;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private volatile int n;

    private int next() {
        return n + 1;
    }

    public void bump() {
        n = next();
    }

    public int get() {
        return n;
    }
}

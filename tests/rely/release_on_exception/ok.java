// The block is left by an exception, and the monitor is released all the same.

package rely.release_on_exception.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Thrower {
    @GuardedBy("this") private int value;

    private synchronized void check(int bound) {
        if (value > bound) {
            throw new IllegalStateException();
        }
        value = bound;
    }

    public int run(int bound) {
        try {
            check(bound);
            return 0;
        } catch (IllegalStateException e) {
            synchronized (this) {
                return value;
            }
        }
    }
}

// In the handler the monitor is gone.

package rely.release_on_exception.bug_read_in_the_handler;

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
            return value;
//                 ^^^^^ guard
        }
    }
}

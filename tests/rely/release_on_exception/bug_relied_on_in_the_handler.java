// What was true in the block need not be true in the handler.

package rely.release_on_exception.bug_relied_on_in_the_handler;

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
                //@ assert value > bound
//                  ^^^^^^^^^^^^^^^^^^^^ java-assertion
                return value;
            }
        }
    }
}

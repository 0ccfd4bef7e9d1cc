// `\old` in a statement is the entry of the method that it stands in, which is not checked by itself.

package rely.abstractions.bug_old_of_a_callee;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Meter {
    @GuardedBy("this") private int level;

    @GuardedBy("this") private void raise() {
        if (level < 1000) {
            level++;
            //@ assert level == \old(level)
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        }
    }

    public synchronized void shake() {
        if (level > 0) {
            level--;
            raise();
        }
    }
}

// Anyone may call a public method, also one that callers see by its body.

package rely.entry_points.bug_inline;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Tally {
    @GuardedBy("this") private int count;

    //@ inline
    public void bump() {
        count = 1;
//      ^^^^^^^^^ guard
    }

    public synchronized void add() {
        bump();
    }
}

// The work may throw, or call back: what it does is not known.

package rely.code_from_outside.bug_run;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Desk {
    //@ global_invariant holder == null ==> open == 0
    @GuardedBy("this") private int open;

    public synchronized void give(Runnable work) {
        if (work == null) {
            return;
        }
        open = 1;
        work.run();
//      ^^^^^^^^^^ unsupported
        open = 0;
    }
}

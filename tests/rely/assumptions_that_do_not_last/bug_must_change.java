// No step at all is also a step.

package rely.assumptions_that_do_not_last.bug_must_change;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slow {
    //@ env_assumption \old(height) < height
//      ^^^^^^^^^^^^^^ stability
    private volatile int height;

    public void rise() {
        synchronized (this) {
            int now = height;
            //@ assert now <= height
        }
    }
}

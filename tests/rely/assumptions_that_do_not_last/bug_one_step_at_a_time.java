// Two steps of others may raise the height by two.

package rely.assumptions_that_do_not_last.bug_one_step_at_a_time;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slow {
    //@ env_assumption \old(height) == height || \old(height) + 1 == height
//      ^^^^^^^^^^^^^^ stability
    private volatile int height;

    public void rise() {
        synchronized (this) {
            int now = height;
            //@ assert now <= height
        }
    }
}

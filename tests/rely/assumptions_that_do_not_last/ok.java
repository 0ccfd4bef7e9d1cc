// Each declaration survives any number of steps of others.

package rely.assumptions_that_do_not_last.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slow {
    //@ env_assumption \old(height) <= height
    private volatile int height;

    public void rise() {
        synchronized (this) {
            int now = height;
            //@ assert now <= height
        }
    }
}

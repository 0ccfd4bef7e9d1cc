// Waiting gives the monitor up.

package rely.interrupted_sleep.bug_waits_instead;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sleeper {
    @GuardedBy("this") private int naps;

    public synchronized void nap() throws InterruptedException {
        int before = naps;
        this.wait(1);
        //@ assert naps == before
//          ^^^^^^^^^^^^^^^^^^^^^ java-assertion
        naps = before + 1;
    }

    public synchronized int naps() {
        return naps;
    }
}

// The nap is counted in a block of its own, with an old number.

package rely.interrupted_sleep.bug_counted_after_release;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sleeper {
    @GuardedBy("this") private int naps;

    public void nap() throws InterruptedException {
        int before = naps();
        Thread.sleep(1);
        synchronized (this) {
            //@ assert naps == before
//              ^^^^^^^^^^^^^^^^^^^^^ java-assertion
            naps = before + 1;
        }
    }

    public synchronized int naps() {
        return naps;
    }
}

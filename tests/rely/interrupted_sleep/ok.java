// Sleeping keeps every monitor, and may end with an exception.

package rely.interrupted_sleep.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sleeper {
    @GuardedBy("this") private int naps;

    public synchronized void nap() throws InterruptedException {
        int before = naps;
        Thread.sleep(1);
        //@ assert naps == before
        naps = before + 1;
    }

    public synchronized int naps() {
        return naps;
    }
}

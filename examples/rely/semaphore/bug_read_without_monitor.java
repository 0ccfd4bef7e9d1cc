// The permits are counted without the monitor.

package rely.semaphore.bug_read_without_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Permits {
    //@ global_invariant permits >= 0
    @GuardedBy("this") private int permits;

    //@ action: also_modifies permits ensures permits == \old(permits) - 1
    public synchronized void acquire() throws InterruptedException {
        while (permits == 0) {
            wait();
        }
        permits--;
    }

    public int available() {
        return permits;
//             ^^^^^^^ guard
    }

    //@ action: also_modifies permits ensures permits >= \old(permits)
    public synchronized void release() {
        if (permits < Integer.MAX_VALUE) {
            permits++;
            notify();
        }
    }
}

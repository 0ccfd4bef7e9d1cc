// The permit that the thread was woken for may be gone.

package rely.semaphore.bug_wait_under_if;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Permits {
    //@ global_invariant permits >= 0
    @GuardedBy("this") private int permits;

    //@ action: also_modifies permits ensures permits == \old(permits) - 1
    public synchronized void acquire() throws InterruptedException {
        if (permits == 0) {
            wait();
        }
        permits--;
//      ^^^^^^^ global-invariant
    }

    //@ action: also_modifies permits ensures permits >= \old(permits)
    public synchronized void release() {
        if (permits < Integer.MAX_VALUE) {
            permits++;
            notify();
        }
    }
}

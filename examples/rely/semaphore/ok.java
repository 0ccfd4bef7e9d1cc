// The number of permits never is negative; each method is one step for its callers.

package rely.semaphore.ok;

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

    //@ action: also_modifies permits ensures permits >= \old(permits)
    public synchronized void release() {
        if (permits < Integer.MAX_VALUE) {
            permits++;
            notify();
        }
    }
}

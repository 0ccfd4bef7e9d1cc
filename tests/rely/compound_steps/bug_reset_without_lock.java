// The increment holds a lock that the other write does not.

package rely.compound_steps.bug_reset_without_lock;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    private volatile int count;

    public synchronized void add() {
        count++;
//      ^^^^^^^ compound-step
    }

    public void reset() {
        count = 0;
    }
}

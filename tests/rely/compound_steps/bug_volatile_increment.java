// It reads and it writes.

package rely.compound_steps.bug_volatile_increment;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    private volatile int count;

    public void add() {
        count++;
//      ^^^^^^^ compound-step
    }
}

// Callers hold the lock that the method needs.

package rely.guarded_method.ok_called_by_abstraction;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Tally {
    private final Object lock = new Object();
    @GuardedBy("lock") private int count;

    //@ modifies this.count
    @GuardedBy("lock") private void step() {
        count = count + 1;
    }

    public void add() {
        synchronized (lock) {
            step();
        }
    }
}

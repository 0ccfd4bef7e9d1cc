// A method that needs the lock is called without it; callers see its abstraction, and the lock is needed all the same.

package rely.guarded_method.bug_called_by_abstraction;

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
        step();
//      ^^^^^^ method-precondition
    }
}

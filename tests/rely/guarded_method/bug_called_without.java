// The caller does not hold the lock.

package rely.guarded_method.bug_called_without;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Heap {
    @GuardedBy("this") private int size;

    @GuardedBy("this")
    private void grow() {
        size++;
    }

    public void add() {
        grow(); // no lock
//      ^^^^^^ method-precondition
    }
}

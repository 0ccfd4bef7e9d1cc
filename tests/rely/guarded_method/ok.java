// A method may name the lock that its callers hold.

package rely.guarded_method.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Heap {
    @GuardedBy("this") private int size;

    @GuardedBy("this")
    private void grow() {
        size++;
    }

    public synchronized void add() {
        grow();
    }
}

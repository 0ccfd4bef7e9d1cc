// The lock is final, so that everybody means the same one.

package rely.lock_in_a_field_that_changes.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Renewed {
    private final Object lock = new Object();
    @GuardedBy("lock") private int value;

    public void set(int newValue) {
        synchronized (lock) {
            value = newValue;
        }
    }
}

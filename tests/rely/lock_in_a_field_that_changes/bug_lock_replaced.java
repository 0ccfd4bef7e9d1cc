// Two threads may hold two locks for the same field.

package rely.lock_in_a_field_that_changes.bug_lock_replaced;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Renewed {
    private volatile Object lock = new Object();
    //@ unwritable_by_env_if lock != null && lock.holder == tid
//      ^^^^^^^^^^^^^^^^^^^^ stability
    private int value;

    public void renew() {
        lock = new Object();
    }

    public void set(int newValue) {
        synchronized (this) {
        }
    }
}

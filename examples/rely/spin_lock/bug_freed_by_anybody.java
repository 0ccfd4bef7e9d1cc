// The flag is lowered although somebody may own the lock.

package rely.spin_lock.bug_freed_by_anybody;

import java.util.concurrent.atomic.AtomicBoolean;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class SpinLock {
    //@ ghost Thread owner
    private final AtomicBoolean taken = new AtomicBoolean();

    //@ unwritable_by_env_if owner == tid
    private int value;

    //@ global_invariant owner != null ==> taken.get()
    //@ global_invariant \forall SpinLock other; other != this ==> other.taken != taken
    //@ ghost Thread taker
    //@ global_invariant owner != null ==> taker == owner
    //@ env_assumption \old(owner) == tid ==> owner == tid
    //@ env_assumption \old(owner) != tid ==> owner != tid

    public boolean tryAdd(int amount) {
        taken.set(false);
//      ^^^^^^^^^^^^^^^^ global-invariant
        return amount != 0;
    }
}

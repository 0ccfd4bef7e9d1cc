// For its callers the method is one step.

package rely.abstractions.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    //@ global_invariant 0 <= minutes && minutes <= 60
    @GuardedBy("this") private int minutes;

    //@ action: also_modifies minutes ensures minutes == (\old(minutes) + 1) % 60
    public synchronized void tick() {
        minutes = (minutes + 1) % 60;
    }

    public synchronized int minutes() {
        return minutes;
    }
}

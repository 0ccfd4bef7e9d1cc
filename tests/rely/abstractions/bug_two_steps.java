// The method makes two steps instead of one.

package rely.abstractions.bug_two_steps;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    //@ global_invariant 0 <= minutes && minutes <= 60
    @GuardedBy("this") private int minutes;

    //@ action: also_modifies minutes ensures minutes == (\old(minutes) + 1) % 60
    public synchronized void tick() {
        minutes = minutes + 1;
//      ^^^^^^^^^^^^^^^^^^^^^ abstraction
        if (minutes == 60) {
            minutes = 0;
        }
    }

    public synchronized int minutes() {
        return minutes;
    }
}

// The library does not hold the lock when it asks for the text.

package rely.preconditions_of_callbacks.bug_guarded_text;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    @GuardedBy("this") private int level;

    public synchronized void raise() {
        level = level < 100 ? level + 1 : 0;
    }

    @GuardedBy("this")
//  ^^^^^^^^^^^^^^^^^^ unsupported
    public String toString() {
        return "level " + level;
    }

    public static String show(Gauge gauge) {
        return String.valueOf(gauge);
    }
}

// The initialiser of the one class is the first use of the other.

package rely.initialisers_in_between.bug_nested;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    @GuardedBy("Clock.class") static int hour;

    public void set() {
        synchronized (Clock.class) {
            hour = 1;
            int most = Bounds.most;
//                     ^^^^^^^^^^^ unsupported
            //@ assert hour == 1
        }
    }
}

class Bounds {
    static int most = Limits.least;
}

class Limits {
    static int least = 2;

    static {
        synchronized (Clock.class) {
            Clock.hour = 5;
        }
    }
}

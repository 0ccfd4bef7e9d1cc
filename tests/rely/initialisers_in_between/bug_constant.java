// The constructor of an enum constant runs at the first look.

package rely.initialisers_in_between.bug_constant;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    @GuardedBy("Clock.class") static int hour;

    public void set() {
        synchronized (Clock.class) {
            hour = 1;
            Zone zone = Zone.WEST;
//          ^^^^^^^^^^^^^^^^^^^^^^ unsupported
            //@ assert hour == 1
        }
    }
}

enum Zone {
    WEST;

    Zone() {
        synchronized (Clock.class) {
            Clock.hour = 5;
        }
    }
}

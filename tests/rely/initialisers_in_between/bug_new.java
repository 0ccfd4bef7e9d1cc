// With a class the class above it is initialised.

package rely.initialisers_in_between.bug_new;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    @GuardedBy("Clock.class") static int hour;

    public void set() {
        synchronized (Clock.class) {
            hour = 1;
            Limits limits = new Limits();
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
            //@ assert hour == 1
        }
    }
}

class Bounds {
    static {
        synchronized (Clock.class) {
            Clock.hour = 5;
        }
    }
}

class Limits extends Bounds {
}

// The first call of a static method runs the initialiser, in this thread and with its lock.

package rely.initialisers_in_between.bug_call;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    @GuardedBy("Clock.class") static int hour;

    public void set() {
        synchronized (Clock.class) {
            hour = 1;
            Limits.use();
//          ^^^^^^^^^^^^^ unsupported
            //@ assert hour == 1
        }
    }
}

class Limits {
    static {
        synchronized (Clock.class) {
            Clock.hour = 5;
        }
    }

    static void use() {
    }
}

// What is closed may call back before it returns.

package rely.code_from_outside.bug_close;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Desk {
    @GuardedBy("this") private int open;

    public synchronized void set(int value) {
        open = value;
    }

    public synchronized void use(AutoCloseable thing) throws Exception {
        open = 1;
        try (AutoCloseable mine = thing) {
            open = 2;
        }
//      ^ unsupported
        //@ assert open == 2
    }
}

// Each method has the monitor, but there is a gap between them.

package rely.reentrant_monitor.bug_two_methods;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Nested {
    @GuardedBy("this") private int value;

    public void outer() {
        int before = inner();
        int after = inner();
        //@ assert after == before
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }

    public synchronized int inner() {
        return value;
    }
}

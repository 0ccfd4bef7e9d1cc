// The inner method gives the monitor up by waiting.

package rely.reentrant_monitor.bug_released_in_between;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Nested {
    @GuardedBy("this") private int value;

    public synchronized void outer() throws InterruptedException {
        int before = value;
        inner();
        //@ assert value == before
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        value = before + 1;
    }

    public synchronized int inner() throws InterruptedException {
        wait(10);
        return value;
    }
}

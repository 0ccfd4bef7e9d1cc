// A primed name is the value after the step, `\old` the one before.

package rely.primes.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    //@ env_assumption value' >= \old(value)
    @GuardedBy("this") private int value;

    public synchronized void set(int next) {
        if (next >= value) {
            value = next;
        }
    }
}

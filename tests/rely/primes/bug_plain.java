// Without `\old` the plain name is the value after the step too, and the clause would say nothing.

package rely.primes.bug_plain;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    //@ env_assumption value' >= value
//                               ^^^^^ E0914
    private volatile int value;

    public void set(int next) {
        value = next;
    }
}

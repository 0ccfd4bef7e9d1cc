// Whoever writes this means that the value does not fall, and says that it is what it is.

package rely.primes.bug_one_state;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    //@ env_assumption value >= value
//                     ^^^^^^^^^^^^^^ E0914
    private volatile int value;

    public void set(int next) {
        value = next;
    }
}

// Two refills may be lost or doubled.

package rely.token_bucket.bug_refill_without_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Bucket {
    private final int capacity;
    //@ global_invariant 0 <= tokens && tokens <= capacity
    @GuardedBy("this") private int tokens;

    Bucket(int capacity) {
        this.capacity = capacity < 0 ? 0 : capacity;
    }

    public void refill() {
        tokens = capacity;
//      ^^^^^^ guard
    }

    public synchronized boolean take(int amount) {
        if (amount < 0 || amount > tokens) {
            return false;
        }
        tokens -= amount;
        return true;
    }
}

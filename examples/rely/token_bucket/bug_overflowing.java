// The sum is compared with the capacity after it may have overflowed.

package rely.token_bucket.bug_overflowing;

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

    public synchronized void refill(int amount) {
        if (amount <= 0) {
            return;
        }
        tokens = tokens + amount > capacity ? capacity : tokens + amount;
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
    }

    public synchronized boolean take(int amount) {
        if (amount < 0 || amount > tokens) {
            return false;
        }
        tokens -= amount;
        return true;
    }
}

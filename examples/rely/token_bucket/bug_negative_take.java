// Taking a negative amount fills the bucket.

package rely.token_bucket.bug_negative_take;

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
        tokens = amount > capacity - tokens ? capacity : tokens + amount;
    }

    public synchronized boolean take(int amount) {
        if (amount > tokens) {
            return false;
        }
        tokens -= amount;
//      ^^^^^^ global-invariant
        return true;
    }
}

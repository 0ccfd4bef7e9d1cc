package crawler;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/** Lets so many visits pass, and more as time goes by. */
@ThreadSafe
class RateLimiter {
    private final int capacity;
    @GuardedBy("this") private int tokens;
    @GuardedBy("this") private long refilled;
    //@ env_assumption \old(open) ==> open
    @GuardedBy("this") private boolean open;

    //@ global_invariant capacity >= 1 && 0 <= tokens && tokens <= capacity

    RateLimiter(int capacity) {
        this.capacity = capacity < 1 ? 1 : capacity;
        this.tokens = this.capacity;
    }

    /** Waits for a token; false if the limiter was opened for good meanwhile. */
    //@ modifies tokens
    public synchronized boolean acquire() throws InterruptedException {
        while (tokens == 0 && !open) {
            wait();
        }
        if (open) {
            return false;
        }
        tokens--;
        return true;
    }

    //@ modifies tokens
    public synchronized boolean tryAcquire() {
        if (tokens == 0) {
            return false;
        }
        tokens--;
        return true;
    }

    /** Adds tokens for the time since the last call. */
    //@ modifies tokens, refilled
    public synchronized void refill(long now, long millisPerToken) {
        if (millisPerToken <= 0 || now <= refilled) {
            return;
        }
        long earned = (now - refilled) / millisPerToken;
        if (earned == 0) {
            return;
        }
        if (earned < 0 || earned >= capacity - tokens) {
            tokens = capacity;
        } else {
            tokens = (int) earned + tokens;
        }
        refilled = now;
        notifyAll();
    }

    /** From now on nobody waits. */
    //@ modifies open
    public synchronized void open() {
        open = true;
        notifyAll();
    }

    //@ modifies \nothing
    public synchronized int tokens() {
        return tokens;
    }

    //@ ensures \result != null
    static RateLimiter make(int capacity) {
        return new RateLimiter(capacity);
    }
}

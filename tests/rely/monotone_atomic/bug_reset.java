// The value is set back.

package rely.monotone_atomic.bug_reset;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Maximum {
    private final AtomicInteger max = new AtomicInteger();

    //@ env_assumption \old(max.get()) <= max.get()

    public void offer(int value) {
        int seen = max.get();
        while (value > seen && !max.compareAndSet(seen, value)) {
            seen = max.get();
        }
    }

    public void reset() {
        max.getAndSet(0);
//      ^^^^^^^^^^^^^^^^ environment
    }

    public void watch() {
        int first = max.get();
        int second = max.get();
        //@ assert first <= second
    }
}

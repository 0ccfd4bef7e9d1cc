// By the time of the write a larger value may be there.

package rely.monotone_atomic.bug_set;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Maximum {
    private final AtomicInteger max = new AtomicInteger();

    //@ env_assumption \old(max.get()) <= max.get()

    public void offer(int value) {
        if (value > max.get()) {
            max.set(value);
//          ^^^^^^^^^^^^^^ environment
        }
    }

    public void watch() {
        int first = max.get();
        int second = max.get();
        //@ assert first <= second
    }
}

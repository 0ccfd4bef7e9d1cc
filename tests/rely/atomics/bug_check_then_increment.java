// Between the test and the increment others may have come.

package rely.atomics.bug_check_then_increment;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Limited {
    private final AtomicInteger used = new AtomicInteger();

    //@ global_invariant 0 <= used.get() && used.get() <= 10

    public boolean take() {
        while (true) {
            if (used.get() >= 10) {
                return false;
            }
            used.incrementAndGet();
//          ^^^^^^^^^^^^^^^^^^^^^^ global-invariant
            return true;
        }
    }

    public void giveBack() {
        while (true) {
            int now = used.get();
            if (now == 0 || used.compareAndSet(now, now - 1)) {
                return;
            }
        }
    }
}

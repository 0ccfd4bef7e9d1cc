// The bound holds because the new value is put in place only if the old one is still there.

package rely.atomics.ok;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Limited {
    private final AtomicInteger used = new AtomicInteger();

    //@ global_invariant 0 <= used.get() && used.get() <= 10

    public boolean take() {
        while (true) {
            int now = used.get();
            if (now == 10) {
                return false;
            }
            if (used.compareAndSet(now, now + 1)) {
                return true;
            }
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

// Right: the swap is tried again until it succeeds.

package siblings.compound_step.ok_swap_loop;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Highest {
    private final AtomicInteger highest = new AtomicInteger();

    public void offer(int x) {
        while (true) {
            int now = highest.get();
            if (x <= now || highest.compareAndSet(now, x)) {
                return;
            }
        }
    }

    public int highest() {
        return highest.get();
    }
}

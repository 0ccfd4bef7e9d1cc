// The helper returns the answer, and its only caller does not look at it.

package rely.compound_steps.bug_swap_in_a_helper;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Visits {
    private final AtomicInteger count = new AtomicInteger();

    private boolean tryAdd(int more) {
        int now = count.get();
        return count.compareAndSet(now, now + more);
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step nothing depends on the answer
    }

    public void visit() {
        tryAdd(1);
    }
}

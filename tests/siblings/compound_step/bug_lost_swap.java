// Wrong: the answer of compareAndSet is not looked at. Two threads read 0, one swaps to 1, the other's swap fails and its
// count is lost.

package siblings.compound_step.bug_lost_swap;

import java.util.concurrent.atomic.AtomicLong;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private final AtomicLong n = new AtomicLong();

    public void bump() {
        long now = n.get();
        n.compareAndSet(now, now + 1);
    }

    public long get() {
        return n.get();
    }
}

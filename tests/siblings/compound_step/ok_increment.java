// Right: one atomic step.

package siblings.compound_step.ok_increment;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private final AtomicInteger n = new AtomicInteger();

    public void bump() {
        n.incrementAndGet();
    }

    public int get() {
        return n.get();
    }
}

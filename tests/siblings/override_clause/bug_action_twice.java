// Wrong: the inherited abstraction is one action that raises n by one; the override raises it twice, in two steps.

package siblings.override_clause.bug_action_twice;

import net.jcip.annotations.ThreadSafe;
import java.util.concurrent.atomic.AtomicInteger;

@ThreadSafe
class Counter {
    protected final AtomicInteger n = new AtomicInteger();

    //@ action: also_modifies n ensures n.get() == \old(n.get()) + 1
    public void raise() {
        n.incrementAndGet();
    }
}

class Double extends Counter {
    @Override
    public void raise() {
        n.incrementAndGet();
        n.incrementAndGet();
    }
}

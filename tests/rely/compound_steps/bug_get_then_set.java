// Each call is one step, both together are two.

package rely.compound_steps.bug_get_then_set;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Total {
    private final AtomicInteger total = new AtomicInteger();

    public void add(int amount) {
        total.set(total.get() + amount);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step
    }
}

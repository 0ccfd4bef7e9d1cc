// After a try that failed, the new value is read, and neither looked at nor used.

package rely.compound_steps.bug_decided_before_the_next_try;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Numbers {
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger count = new AtomicInteger();

    public void most(int value) {
        int current = most.get();
        if (value > current) {
            while (!most.compareAndSet(current, value)) {
//                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step
                current = most.get();
            }
        }
    }

    public void increment() {
        int current = count.get();
        int next = current + 1;
        while (!count.compareAndSet(current, next)) {
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step
            current = count.get();
        }
    }
}

// The swap compares with the second read, and writes what follows from the first.

package rely.compound_steps.bug_swap_of_another_read;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    private final AtomicInteger count = new AtomicInteger();

    public void count() {
        int next;
        int now;
        do {
            next = count.get() + 1;
            now = count.get();
        } while (!count.compareAndSet(now, next));
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step computed from the value read before
    }
}

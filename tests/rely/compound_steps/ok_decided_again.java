// Each try looks at the value that it expects.

package rely.compound_steps.ok_decided_again;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Numbers {
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean isStarted = new AtomicBoolean();

    public void most(int value) {
        int current = most.get();
        while (value > current && !most.compareAndSet(current, value)) {
            current = most.get();
        }
    }

    public void increment() {
        int current = count.get();
        while (!count.compareAndSet(current, current + 1)) {
            current = count.get();
        }
    }

    public boolean decrement() {
        for (;;) {
            int current = count.get();
            if (current == 0) {
                return false;
            }
            int next = current > 10 ? 10 : current - 1;
            if (count.compareAndSet(current, next)) {
                return true;
            }
        }
    }

    public boolean start() {
        return !isStarted.get() && isStarted.compareAndSet(false, true);
    }
}

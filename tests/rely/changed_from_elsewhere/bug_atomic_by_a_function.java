// What the engine cannot follow changes the atomic.

package rely.changed_from_elsewhere.bug_atomic_by_a_function;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    //@ global_invariant count.get() >= 0
    private final AtomicInteger count = new AtomicInteger();

    public int read() {
        int value = count.get();
        assert value >= 0;
        return value;
    }

    public AtomicInteger give() {
        return count;
    }
}

class Other {
    static void spoil(AtomicInteger number) {
        if (number != null) {
            number.updateAndGet(value -> -1);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        }
    }
}

// Wrong: highest is 0; thread 1 offers 5, thread 2 offers 9; both see 0, thread 2 sets 9, thread 1 sets 5: the maximum is
// lost.

package siblings.compound_step.bug_maximum;

import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Highest {
    private final AtomicInteger highest = new AtomicInteger();

    public void offer(int x) {
        if (x > highest.get()) {
            highest.set(x);
        }
    }

    public int highest() {
        return highest.get();
    }
}

// The answer is kept in a variable, and a decision on it changes nothing: a state that is not stored is lost.

package rely.compound_steps.bug_swap_unanswered;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

class Total {
    final int sum;

    Total(int sum) {
        this.sum = sum;
    }
}

@ThreadSafe
class Account {
    private final AtomicReference<Total> total = new AtomicReference<>(new Total(0));

    public void deposit(int amount) {
        Total old = total.get();
        if (old == null) {
            return;
        }
        boolean isStored = total.compareAndSet(old, new Total(old.sum + amount));
//                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step nothing depends on the answer
        if (!isStored) {
            return;
        }
    }
}

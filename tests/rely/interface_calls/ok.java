// All implementations of the interface are looked at.

package rely.interface_calls.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

interface Step {
    int next(int value);
}

class Up implements Step {
    public int next(int value) {
        return value < 100 ? value + 1 : 100;
    }
}

class Stay implements Step {
    public int next(int value) {
        return value;
    }
}

@ThreadSafe
class Walker {
    //@ global_invariant 0 <= place && place <= 100
    @GuardedBy("this") private int place;

    private synchronized void walk(Step step) {
        place = step.next(place);
    }

    public void up() {
        walk(new Up());
    }

    public void stay() {
        walk(new Stay());
    }
}

// One of the implementations goes too far.

package rely.interface_calls.bug_one_implementation_leaves;

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
        return value - 1;
    }
}

@ThreadSafe
class Walker {
    //@ global_invariant 0 <= place && place <= 100
    @GuardedBy("this") private int place;

    private synchronized void walk(Step step) {
        place = step.next(place);
//      ^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
    }

    public void up() {
        walk(new Up());
    }

    public void stay() {
        walk(new Stay());
    }
}

// The two numbers may be those of different pairs.

package rely.records_and_enums.bug_two_pairs;

import net.jcip.annotations.ThreadSafe;

record Pair(int first, int second) {
}

enum Phase {
    START, END
}

@ThreadSafe
class Phases {
    //@ global_invariant pair != null && phase != null
    private volatile Pair pair = new Pair(1, 2);
    private volatile Phase phase = Phase.START;

    public void advance() {
        phase = Phase.END;
        pair = new Pair(3, 4);
    }

    public int sum() {
        int first = pair.first();
        Pair later = pair;
        //@ assert first == later.first
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        return first + later.second();
    }

    public boolean isOver() {
        return phase.equals(Phase.END);
    }
}

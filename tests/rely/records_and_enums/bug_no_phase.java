// There is a moment without a phase.

package rely.records_and_enums.bug_no_phase;

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
        phase = null;
//      ^^^^^^^^^^^^ global-invariant
        pair = new Pair(3, 4);
    }

    public int sum() {
        Pair seen = pair;
        int first = seen.first();
        //@ assert first == seen.first
        return first + seen.second();
    }

    public boolean isOver() {
        return phase.equals(Phase.END);
    }
}

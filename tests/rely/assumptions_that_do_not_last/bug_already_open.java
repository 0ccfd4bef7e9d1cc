// The assumption is transitive, and no step of the program breaks it. But it allows no step where the gate is shut, not even
// none: all that follows such a state would be believed, and the assertion with it.

package rely.assumptions_that_do_not_last.bug_already_open;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gate {
    //@ env_assumption \old(isOpen) && isOpen
//      ^^^^^^^^^^^^^^ stability not reflexive
    private volatile boolean isOpen;

    public boolean pass() {
        boolean seen = isOpen;
        //@ assert seen
        return seen;
    }
}

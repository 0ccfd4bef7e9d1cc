// A gate that is open stays open; one that is shut may stay shut.

package rely.assumptions_that_do_not_last.ok_stays_open;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gate {
    //@ env_assumption \old(isOpen) ==> isOpen
    private volatile boolean isOpen;

    public void open() {
        isOpen = true;
    }

    public boolean pass() {
        boolean seen = isOpen;
        //@ assert seen ==> isOpen
        return seen;
    }
}

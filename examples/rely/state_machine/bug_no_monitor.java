// Between the test and the write the connection may have been closed.

package rely.state_machine.bug_no_monitor;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Connection {
    static final int NEW = 0;
    static final int OPEN = 1;
    static final int CLOSED = 2;

    //@ env_assumption \old(state) <= state
    //@ global_invariant 0 <= state && state <= 2
    //@ unwritable_by_env_if holder == tid
    private volatile int state;

    public synchronized boolean open() {
        if (state == NEW) {
            state = OPEN;
            return true;
        }
        return false;
    }

    public void close() {
        state = CLOSED;
//      ^^^^^^^^^^^^^^ write-not-allowed
    }

    public boolean isClosed() {
        if (state == CLOSED) {
            //@ assert state == CLOSED
            return true;
        }
        return false;
    }
}

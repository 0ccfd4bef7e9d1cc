// A connection is opened once and closed once; whoever sees it closed may rely on that.

package rely.state_machine.ok;

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

    public synchronized void close() {
        state = CLOSED;
    }

    public boolean isClosed() {
        if (state == CLOSED) {
            //@ assert state == CLOSED
            return true;
        }
        return false;
    }
}

// A closed connection is opened.

package rely.state_machine.bug_opened_again;

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
        if (state != OPEN) {
            state = OPEN;
//          ^^^^^^^^^^^^ environment
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

// The table is read without the lock while it is being built.

package rely.time_varying_protection.bug_read_before_closing;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Table {
    //@ env_assumption \old(closed) ==> closed
    //@ unwritable_by_env_if holder == tid
    private volatile boolean closed;

    //@ unwritable_by_env_if holder == tid || closed
    //@ readable_if holder == tid || closed
    private int rows;

    public synchronized void add() {
        if (!closed) {
            rows++;
        }
    }

    public synchronized void close() {
        closed = true;
    }

    public int rows() {
        if (!closed) {
            return rows; // open
//                 ^^^^ read-not-allowed
        }
        if (closed) {
            int first = rows;
            int second = rows;
            //@ assert first == second
            return second;
        }
        synchronized (this) {
            return rows;
        }
    }
}

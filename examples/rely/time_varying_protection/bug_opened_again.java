// Other threads rely on the table staying closed.

package rely.time_varying_protection.bug_opened_again;

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

    public synchronized void open() {
        closed = false;
//      ^^^^^^^^^^^^^^ environment
    }

    public int rows() {
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

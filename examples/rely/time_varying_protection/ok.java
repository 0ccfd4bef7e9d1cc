// While the table is being built, the lock protects it; once it is closed, nobody writes it and
// everybody may read it.

package rely.time_varying_protection.ok;

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

// A connection that was given back twice is counted twice.

package rely.connection_pool.bug_counted_twice;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class ConnectionPool {
    static final int SIZE = 3;
    private final boolean[] taken = new boolean[SIZE];
    //@ global_invariant taken.length == 3
    //@ global_invariant 0 <= used && used <= 3
    @GuardedBy("this") private int used;

    //@ modifies used, taken[*]
    //@ ensures 0 <= \result && \result < 3
    public synchronized int take() throws InterruptedException {
        while (true) {
            for (int i = 0; i < SIZE; i++) {
                if (!taken[i] && used < SIZE) {
                    taken[i] = true;
                    used++;
                    return i;
                }
            }
            wait();
        }
    }

    public synchronized void giveBack(int connection) {
        if (connection < 0 || connection >= SIZE) {
            return;
        }
        taken[connection] = false;
        used--;
//      ^^^^ global-invariant
        notify();
    }
}

// For a moment there is an announcement and no data.

package rely.publication_order.bug_announced_first;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Announced {
    //@ unwritable_by_env_if holder == tid
    private volatile boolean announced;
    //@ global_invariant announced ==> data > 0
    //@ unwritable_by_env_if holder == tid
    private volatile int data;

    public synchronized void announce() {
        announced = true;
//      ^^^^^^^^^^^^^^^^ global-invariant
        data = 7;
    }

    public int use() {
        if (announced) {
            //@ assert data > 0
            return 100 / data;
        }
        return 0;
    }

    //@ env_assumption \old(announced) ==> announced
}

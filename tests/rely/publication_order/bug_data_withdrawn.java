// The data is taken back after it was announced.

package rely.publication_order.bug_data_withdrawn;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Announced {
    //@ unwritable_by_env_if holder == tid
    private volatile boolean announced;
    //@ global_invariant announced ==> data > 0
    //@ unwritable_by_env_if holder == tid
    private volatile int data;

    public synchronized void announce() {
        data = 7;
        announced = true;
    }

    public synchronized void withdraw() {
        data = 0;
//      ^^^^^^^^ global-invariant
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

// A thread begins without any lock.

package rely.preconditions_of_callbacks.bug_guarded_run;

import net.jcip.annotations.GuardedBy;

class Gauge implements Runnable {
    @GuardedBy("this") private int level;

    @GuardedBy("this")
//  ^^^^^^^^^^^^^^^^^^ unsupported
    public void run() {
        int before = level;
        level = before + 1;
        assert level == before + 1;
    }

    public static void main(String[] args) {
        Gauge gauge = new Gauge();
        new Thread(gauge).start();
        new Thread(gauge).start();
    }
}

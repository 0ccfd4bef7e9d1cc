// The library does not show what a comparison requires.

package rely.preconditions_of_callbacks.bug_required_order;

import java.util.TreeSet;
import net.jcip.annotations.GuardedBy;

class Gauge implements Comparable<Gauge> {
    @GuardedBy("this") private int level;

    //@ requires holder == tid
//      ^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
    public int compareTo(Gauge other) {
        int before = level;
        assert level == before;
        return 0;
    }

    static void keep(TreeSet<Gauge> gauges, Gauge gauge) {
        if (gauges != null) {
            gauges.add(gauge);
        }
    }
}

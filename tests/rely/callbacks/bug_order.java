// A sorted set compares.

package rely.callbacks.bug_order;

import java.util.TreeSet;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station implements Comparable<Station> {
    @GuardedBy("this") private int trains;

    @GuardedBy("this") private final TreeSet<Station> all = new TreeSet<>();

    @Override
    public synchronized int compareTo(Station other) {
        trains = 0;
        return 0;
    }

    public synchronized void arrive() {
        trains = 1;
        all.add(this);
//      ^^^^^^^^^^^^^^ unsupported
        //@ assert trains == 1
    }
}

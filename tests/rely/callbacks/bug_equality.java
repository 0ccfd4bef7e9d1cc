// `contains` compares with `equals`.

package rely.callbacks.bug_equality;

import java.util.List;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    @GuardedBy("this") private int trains;

    @Override
    public synchronized boolean equals(Object other) {
        trains = 0;
        return other == this;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    public synchronized void arrive(List<Station> all) {
        trains = 1;
        boolean known = all != null && all.contains(this);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        //@ assert trains == 1
    }
}

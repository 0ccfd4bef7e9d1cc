// A map asks its keys for their hash codes.

package rely.callbacks.bug_hashing;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    @GuardedBy("this") private int trains;

    @GuardedBy("this") private final Map<Station, String> names = new HashMap<>();

    @Override
    public synchronized int hashCode() {
        trains = 0;
        return 1;
    }

    @Override
    public boolean equals(Object other) {
        return other == this;
    }

    public synchronized void arrive() {
        trains = 1;
        names.put(this, "one");
//      ^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        //@ assert trains == 1
    }
}

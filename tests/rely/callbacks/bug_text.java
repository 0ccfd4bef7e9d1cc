// `String.valueOf` calls `toString`, which changes what is known.

package rely.callbacks.bug_text;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    @GuardedBy("this") private int trains;

    @Override
    public synchronized String toString() {
        trains = 0;
        return "station";
    }

    public synchronized void arrive() {
        trains = 1;
        String.valueOf(this);
//      ^^^^^^^^^^^^^^^^^^^^^ unsupported
        //@ assert trains == 1
    }
}

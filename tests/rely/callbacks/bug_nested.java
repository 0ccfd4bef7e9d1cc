// `toString` of the one writes nothing itself, but makes a text of the other.

package rely.callbacks.bug_nested;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    @GuardedBy("this") private int trains;

    private final Sign sign = new Sign();

    private class Sign {
        @Override
        public String toString() {
            synchronized (Station.this) {
                trains = 0;
            }
            return "sign";
        }
    }

    @Override
    public String toString() {
        return String.valueOf(sign);
//             ^^^^^^^^^^^^^^^^^^^^ unsupported
    }

    public synchronized void arrive() {
        trains = 1;
        System.out.println(this);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        //@ assert trains == 1
    }
}

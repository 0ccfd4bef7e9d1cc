// The first use of a class runs its static initialiser, which makes its objects and touches nothing else.

package rely.initialisers_in_between.ok;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Clock {
    @GuardedBy("Clock.class") private static int hour;

    public void set() {
        synchronized (Clock.class) {
            hour = 1;
            int most = Limits.most() + Zone.WEST.hours;
            //@ assert hour == 1
        }
    }
}

enum Zone {
    WEST(1), EAST(2);

    final int hours;

    Zone(int hours) {
        this.hours = hours;
    }
}

class Limits {
    private static final Map<String, String> NAMES = new HashMap<>();
    private static final int[] HOURS = {12, 24};

    static {
        NAMES.put("most", "24");
    }

    static int most() {
        return HOURS[1];
    }
}

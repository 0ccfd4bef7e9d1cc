// The library initialises a class that it is handed.

package rely.initialisers_in_between.bug_by_its_class_object;

import java.util.EnumSet;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

enum Kind {
    PLAIN;

    static {
        Gauge.set(9);
    }
}

@ThreadSafe
class Gauge {
    @GuardedBy("Gauge.class") private static int level;

    static synchronized void set(int value) {
        level = value;
    }

    public static synchronized void use() {
        level = 1;
        EnumSet.allOf(Kind.class);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        assert level == 1;
    }
}

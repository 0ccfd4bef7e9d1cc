// Two classes have the same simple name: they are two locks.

package rely.guard_forms.bug_class_of_the_same_name;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Left {
    static class Key {
    }
}

class Right {
    static class Key {
    }
}

@ThreadSafe
class Gauge {
    @GuardedBy("Left.Key.class") private static int level;

    public static void raise() {
        synchronized (Left.Key.class) {
            level = 2;
        }
    }

    public static void lower() {
        synchronized (Right.Key.class) {
            level = 1;
//          ^^^^^^^^^ guard
        }
    }
}

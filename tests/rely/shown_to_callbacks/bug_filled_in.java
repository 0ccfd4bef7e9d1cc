// The constructors of exceptions call a method that a class below may override.

package rely.shown_to_callbacks.bug_filled_in;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Refused extends RuntimeException {
//    ^^^^^^^ unsupported
    public synchronized Throwable fillInStackTrace() {
        Gauge.set(9);
        return this;
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
        Refused refused = new Refused();
        assert level == 1;
    }
}

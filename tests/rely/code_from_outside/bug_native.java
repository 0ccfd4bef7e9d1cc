// Nobody knows what a native method does.

package rely.code_from_outside.bug_native;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    @GuardedBy("this") private int level;

    public synchronized void raise() {
        level = level < 100 ? level + 1 : 0;
    }

    public native void other();
//                     ^^^^^ unsupported
}

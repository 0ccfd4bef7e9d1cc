// The monitor of one object does not protect what all share.

package rely.statics.bug_monitor_of_the_object;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ids {
    @GuardedBy("Ids.class") private static int next;
    @GuardedBy("this") private int own;

    public static synchronized int next() {
        int id = next;
        next = id + 1;
        return id;
    }

    public synchronized int own() {
        own = next;
//            ^^^^ guard
        return own;
    }
}

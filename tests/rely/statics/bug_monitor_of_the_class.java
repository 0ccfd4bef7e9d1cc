// The monitor of the class does not protect the object.

package rely.statics.bug_monitor_of_the_class;

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

    public int own() {
        synchronized (Ids.class) {
            return own;
//                 ^^^ guard
        }
    }
}
